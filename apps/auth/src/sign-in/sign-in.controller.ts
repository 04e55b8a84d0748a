import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { Interactions } from '../provider/interactions.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { errorIn, toldOn } from '../pages/told.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { showSignIn } from './presentation.js';
import { Stages } from './stages.js';
import { StagePages } from './stage-pages.js';
import { PAGES, parameterOf, rememberEnd, takesLocalUsers, turnTo, type SignInVisit } from './visit.js';
import { Visits } from './visits.js';

const LONGEST_NAME = 320;

/** The pages of an authorization request that waits for somebody: who they are, and how they sign in. */
@Controller('sign-in/:uid')
@UseFilters(PageErrorFilter)
export class SignInController {
  constructor(
    private readonly visits: Visits,
    private readonly interactions: Interactions,
    private readonly stages: Stages,
    private readonly pages: StagePages,
    private readonly federation: ProviderSignIn,
  ) {}

  /** What is next: whatever somebody has just done elsewhere, in a mail say, leads back here. */
  @Get()
  async show(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current);
    if (visit.interaction.prompt === 'consent') return this.pages.showConsent(visit);
    const error = errorIn(toldOn(visit));
    const query = new URLSearchParams(current.request.url?.split('?', 2)[1]);
    const stage = query.has('anew') ? null : await this.stages.of(visit);
    if (stage?.shown) return this.pages.show(visit, stage, error);
    if (!takesLocalUsers(visit)) return this.showProviders(visit, stage === null);
    if (!stage) return showSignIn(visit, { username: '', error });
    const username = visit.remembered.username || (parameterOf(visit, 'login_hint') ?? '').slice(0, LONGEST_NAME);
    showSignIn(visit, { username, error });
  }

  /** How they sign in. */
  @Get('methods')
  async choose(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.openLocal(current);
    if (visit.remembered.username === '') return turnTo(visit, '');
    await this.pages.showMethods(visit, errorIn(toldOn(visit)));
  }

  /** Where nobody signs in but by a provider. A single one is gone to at once, unless they have just come back from there. */
  private async showProviders(visit: SignInVisit, anew: boolean): Promise<void> {
    const [first, ...others] = visit.providers;
    if (!first) throw new PageRefusal('no-way-to-sign-in', 403, visit.domain.branding);
    if (anew || others.length > 0) return showSignIn(visit, { username: '' });
    await this.interactions.touch(visit, visit.interaction.uid);
    await this.federation.begin(visit, first.name);
  }

  /** The address of a form, asked for again: where what it led to stands. */
  @Get('*form')
  async back(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current);
    turnTo(visit, '');
  }

  /** "Continue": the same page for every name. */
  @Post()
  async identify(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submitNamed(current);
    if (visit) turnTo(visit, PAGES.methods);
  }

  /** "Not now", and the end of every way that leads to it. */
  @Post('finish')
  async finish(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    if (!(await this.stages.finish(visit))) turnTo(visit, '');
  }

  @Post('cancel')
  async cancel(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current);
    rememberEnd(visit);
    await this.interactions.abort(visit, 'access_denied');
  }

  @Post('consent/allow')
  async allow(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current);
    if (visit.interaction.prompt !== 'consent') return turnTo(visit, '');
    rememberEnd(visit);
    await this.interactions.finishConsent(visit);
  }

  @Post('consent/deny')
  async deny(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.submit(current);
    rememberEnd(visit);
    await this.interactions.abort(visit, 'access_denied');
  }
}
