import { Injectable } from '@nestjs/common';
import { CodeVerification, type CodeMethod } from './code-verification.js';
import { People } from './people.js';
import { showCode, showSignIn } from './presentation.js';
import { StagePages } from './stage-pages.js';
import { Stages } from './stages.js';
import { fieldOf } from './visit.js';
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

  /** Shows the field for the code. */
  async ask(current: Visit, method: CodeMethod): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const username = fieldOf(visit, 'username');
    if (username === '') return showSignIn(visit, { username, error: 'username-missing' });
    showCode(visit, method, { username });
  }

  async verify(current: Visit, method: CodeMethod): Promise<void> {
    const visit = await this.visits.submitLocal(current);
    const username = fieldOf(visit, 'username');
    if (username === '') return showSignIn(visit, { username, error: 'username-missing' });
    const sub = await this.people.subOf(visit.domain, username);
    const error = await this.verifying.verify(visit, method, { sub, username, code: fieldOf(visit, 'code') });
    if (error) return showCode(visit, method, { username, error });
    await this.pages.proceed(visit, await this.stages.advance(visit, sub, method));
  }
}
