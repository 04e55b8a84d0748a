import { Injectable } from '@nestjs/common';
import { CodeVerification, type CodeMethod } from './code-verification.js';
import { People } from './people.js';
import { showCode } from './presentation.js';
import { StagePages } from './stage-pages.js';
import { Stages } from './stages.js';
import { errorIn, toldOn } from '../pages/told.js';
import { fieldOf, PAGES, turnTo } from './visit.js';
import { Visits } from './visits.js';
import type { Visit } from '../domain/served-domain.js';

/** Signs people in by codes that they type. */
@Injectable()
export class CodeSignIn {
  constructor(
    private readonly visits: Visits,
    private readonly stages: Stages,
    private readonly pages: StagePages,
    private readonly people: People,
    private readonly verifying: CodeVerification,
  ) {}

  /** Turns to the page with the field for the code. */
  async ask(current: Visit, method: CodeMethod): Promise<void> {
    const visit = await this.visits.submitNamed(current);
    if (visit) turnTo(visit, PAGES[method]);
  }

  async show(current: Visit, method: CodeMethod): Promise<void> {
    const visit = await this.visits.openLocal(current);
    const { username } = visit.remembered;
    if (username === '') return turnTo(visit, '');
    showCode(visit, method, { username, error: errorIn(toldOn(visit)) });
  }

  async verify(current: Visit, method: CodeMethod): Promise<void> {
    const visit = await this.visits.submitNamed(current);
    if (!visit) return;
    const { username } = visit.remembered;
    const sub = await this.people.subOf(visit.domain, username);
    const error = await this.verifying.verify(visit, method, { sub, username, code: fieldOf(visit, 'code') });
    if (error) return turnTo(visit, PAGES[method], error);
    await this.pages.proceed(visit, await this.stages.advance(visit, sub, method));
  }
}
