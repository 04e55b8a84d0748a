import { Controller, Param, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentDomainRequest, type DomainRequest } from '../../../domain/served-domain.service.js';
import { PageErrorFilter } from '../../../pages/http/page-error.filter.js';
import { IdentityProviderSignInService } from './identity-provider-sign-in.service.js';
import { SignInContextLoader } from '../../context/sign-in-context.loader.js';

/** "Continue with NAME". */
@Controller('sign-in/:uid/provider')
@UseFilters(PageErrorFilter)
export class IdentityProviderSignInController {
  constructor(
    private readonly contexts: SignInContextLoader,
    private readonly identityProviderSignIn: IdentityProviderSignInService,
  ) {}

  @Post(':name')
  async begin(@CurrentDomainRequest() current: DomainRequest, @Param('name') name: string, @Res() _response: unknown): Promise<void> {
    await this.identityProviderSignIn.begin(await this.contexts.loadPost(current), name);
  }
}
