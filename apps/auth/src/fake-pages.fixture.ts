import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { OidcPayloadRepository } from '@latchkey/persistence';
import { CurrentDomainRequest, type DomainRequest } from './domain/served-domain.service.js';
import { InteractionService, type LoginResult } from './authorization/interaction.service.js';
import { SessionService } from './authorization/session.service.js';

/** Replaces the pages: takes the user's decisions directly. */
@Controller('double')
export class FakePagesController {
  constructor(private readonly sessions: SessionService) {}

  @Get('session')
  async session(@CurrentDomainRequest() domainRequest: DomainRequest) {
    return { session: await this.sessions.current(domainRequest) };
  }

  @Post('session')
  @HttpCode(204)
  start(@CurrentDomainRequest() domainRequest: DomainRequest, @Body() signedIn: LoginResult): Promise<void> {
    return this.sessions.start(domainRequest, signedIn);
  }

  @Delete('session')
  @HttpCode(204)
  end(@CurrentDomainRequest() domainRequest: DomainRequest): Promise<void> {
    return this.sessions.end(domainRequest);
  }
}

@Controller('sign-in')
export class FakeSignInController {
  constructor(
    private readonly interactions: InteractionService,
    private readonly payloads: OidcPayloadRepository,
  ) {}

  @Get(':uid')
  async show(@CurrentDomainRequest() domainRequest: DomainRequest, @Param('uid') _uid: string) {
    return { interaction: await this.interactions.find(domainRequest) };
  }

  @Post(':uid')
  async decide(
    @CurrentDomainRequest() domainRequest: DomainRequest,
    @Body() decision: { signedIn?: LoginResult; consent?: boolean; error?: string },
  ): Promise<void> {
    if (decision.signedIn) {
      const epoch = await this.payloads.findSignInEpoch(domainRequest.domain.id, decision.signedIn.sub);
      await this.interactions.finishLogin(domainRequest, { ...(epoch !== undefined && { epoch }), ...decision.signedIn });
    } else if (decision.consent) await this.interactions.finishConsent(domainRequest);
    else await this.interactions.abort(domainRequest, decision.error ?? 'access_denied');
  }
}
