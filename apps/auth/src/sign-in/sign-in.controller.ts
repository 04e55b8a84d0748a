import { Controller, Get, Post, Res, UseFilters } from '@nestjs/common';
import { CurrentVisit, type Visit } from '../domain/served-domain.js';
import { Interactions } from '../provider/interactions.js';
import { Consent } from './consent.js';
import { PageErrorFilter } from '../pages/page-error.filter.js';
import { PageRefusal } from '../pages/page-refusal.js';
import { errorIn, toldOn } from '../pages/told.js';
import { showSignIn } from './presentation.js';
import { Stages } from './stages.js';
import { StagePages } from './stage-pages.js';
import { PAGES, parameterOf, rememberEnd, turnTo } from './visit.js';
import { takesLocalUsers, Visits } from './visits.js';

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
    private readonly consent: Consent,
  ) {}

  /** What is next: whatever somebody has just done elsewhere, in a mail say, leads back here. */
  @Get()
  async show(@CurrentVisit() current: Visit, @Res() _answered: unknown): Promise<void> {
    const visit = await this.visits.open(current);
    if (visit.interaction.prompt === 'consent') return this.consent.show(visit);
    if (!takesLocalUsers(visit)) throw new PageRefusal('no-way-to-sign-in', 403, visit.domain.branding);
    const error = errorIn(toldOn(visit));
    const query = new URLSearchParams(current.request.url?.split('?', 2)[1]);
    if (query.has('anew')) return showSignIn(visit, { username: '', error });
    const stage = await this.stages.of(visit);
    if (stage.shown) return this.pages.show(visit, stage, error);
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
