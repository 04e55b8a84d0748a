import { Injectable } from '@nestjs/common';
import { ClientAddresses } from '../domain/client-addresses.js';
import type { InputError } from '../pages/view-models.js';
import { KnownBrowsers } from '../provider/known-browsers.js';
import { Codes, type TypedCode } from './codes.js';
import { isSomebody } from './people.js';
import { SignInLog } from './sign-in-log.js';
import type { SignInVisit } from './visit.js';

type EnteredCode = Pick<TypedCode, 'sub' | 'username' | 'code'>;
export type CodeMethod = 'totp' | 'recovery-code';

/** Verifies codes, and takes note of those that are wrong. */
@Injectable()
export class CodeVerification {
  constructor(
    private readonly codes: Codes,
    private readonly log: SignInLog,
    private readonly addresses: ClientAddresses,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** Uses a code up. @returns what is wrong with it, null if nothing is */
  async verify(visit: SignInVisit, method: CodeMethod, typed: EnteredCode): Promise<InputError | null> {
    const isKnownBrowser = await this.browsers.knows(visit, typed.sub);
    const address = this.addresses.of(visit.request);
    const error = await this.codes.verify(visit.domain, method, { ...typed, address, isKnownBrowser });
    const sub = isSomebody(typed.sub) ? typed.sub : null;
    if (error) await this.log.record(visit, { operation: 'user.sign-in-failed', sub, methods: [method] });
    return error;
  }
}
