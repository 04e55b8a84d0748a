import { Controller, HttpCode, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { Passkeys } from '../passkey/passkeys.js';
import { jsonIn } from './json-in.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { SignInLog } from './sign-in-log.js';
import { StagePages } from './stage-pages.js';
import { Stages } from './stages.js';
import { fieldOf, PAGES, sendJson, turnTo, type SignInVisit } from './visit.js';
import { Visits } from './visits.js';

/** "Sign in with a passkey", as the first step and as the second. */
@Controller('sign-in/:uid/passkey')
@UseFilters(PageErrorFilter)
export class PasskeySignInController {
  constructor(
    private readonly visits: Visits,
    private readonly stages: Stages,
    private readonly pages: StagePages,
    private readonly passkeys: Passkeys,
    private readonly log: SignInLog,
  ) {}

  @Post('options')
  @HttpCode(200)
  async options(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    await this.visits.submitLocal(current);
    sendJson(current, await this.passkeys.authenticationOptions(current.domain, null));
  }

  @Post()
  async verify(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const credential = jsonIn(fieldOf(visit, 'response'));
    const signedIn = credential === undefined ? null : await this.passkeys.verifyAuthentication(visit.domain, credential);
    if (!signedIn) return this.fail(visit, credential === undefined);
    await this.pages.proceed(visit, await this.stages.advance(visit, signedIn.sub, 'passkey'));
  }

  private async fail(visit: SignInVisit, withoutScript: boolean): Promise<void> {
    const error = withoutScript ? 'passkey-needs-script' : 'passkey-failed';
    const stage = await this.stages.of(visit);
    if (!withoutScript) {
      await this.log.record(visit, { operation: 'user.sign-in-failed', sub: stage.shown?.sub ?? null, methods: ['passkey'] });
    }
    const isNamed = fieldOf(visit, 'username') !== '' && visit.remembered.username !== '';
    turnTo(visit, isNamed && !stage.shown ? PAGES.methods : '', error);
  }
}
