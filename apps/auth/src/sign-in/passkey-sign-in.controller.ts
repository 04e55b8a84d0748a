import { Controller, HttpCode, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import type { InputError } from '../pages/view-models.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { PasskeyVerification } from './passkey-verification.js';
import { StagePages } from './stage-pages.js';
import { Stages } from './stages.js';
import { enteredIn, fieldOf, PAGES, sendJson, turnTo, type SignInVisit } from './visit.js';
import { Visits } from './visits.js';

/** "Sign in with a passkey", as the first step and as the second. */
@Controller('sign-in/:uid/passkey')
@UseFilters(PageErrorFilter)
export class PasskeySignInController {
  constructor(
    private readonly visits: Visits,
    private readonly stages: Stages,
    private readonly pages: StagePages,
    private readonly verifying: PasskeyVerification,
  ) {}

  @Post('options')
  @HttpCode(200)
  async options(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    sendJson(current, await this.verifying.options(await this.visits.submitLocal(current)));
  }

  @Post()
  async verify(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const verified = await this.verifying.verify(visit);
    if ('error' in verified) return this.fail(visit, verified.error);
    await this.pages.proceed(visit, await this.stages.advance(visit, verified.sub, 'passkey'));
  }

  /** The page that was there, with what is wrong, and with the name that stood in its field. */
  private async fail(visit: SignInVisit, error: InputError): Promise<void> {
    const entered = enteredIn(visit, 'entered');
    if (entered !== '') visit.remember({ username: entered, sentBy: null });
    const stage = await this.stages.of(visit);
    const isPending = stage.shown !== null && stage.step.kind !== 'done';
    turnTo(visit, fieldOf(visit, 'username') === '' || isPending ? '' : PAGES.methods, error);
  }
}
