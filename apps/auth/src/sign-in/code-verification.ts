import { Injectable } from '@nestjs/common';
import type { InputError } from '../pages/view-models.js';
import { Codes, type TypedCode } from './codes.js';
import { isSomebody } from './people.js';
import { SignInLog } from './sign-in-log.js';
import type { SignInVisit } from './visit.js';

export type CodeMethod = 'totp' | 'recovery-code';

/** Verifies codes, and takes note of those that are wrong. */
@Injectable()
export class CodeVerification {
  constructor(
    private readonly codes: Codes,
    private readonly log: SignInLog,
  ) {}

  /** Uses a code up. @returns what is wrong with it, null if nothing is */
  async verify(visit: SignInVisit, method: CodeMethod, typed: TypedCode): Promise<InputError | null> {
    const error = await this.codes.verify(visit.domain, method, typed);
    const sub = isSomebody(typed.sub) ? typed.sub : null;
    if (error) await this.log.record(visit, { operation: 'user.sign-in-failed', sub, methods: [method] });
    return error;
  }
}
