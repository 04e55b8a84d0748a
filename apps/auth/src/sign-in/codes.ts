import { Injectable } from '@nestjs/common';
import type { DomainRecord } from '../domain/domain-record.js';
import { Methods } from '../method/methods.js';
import type { InputError } from '../pages/view-models.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { Totp } from '../totp/totp.js';
import { CodeTries } from './code-tries.js';

/** A code that somebody has typed. */
export interface TypedCode {
  /** Who is meant, or nobody. */
  sub: string;
  /** As it was typed. */
  username: string;
  code: string;
  /** Where it comes from: see ClientAddresses. */
  address: string;
  /** Whether the user has signed in in this browser before. */
  isKnownBrowser: boolean;
}

/** Codes of authenticator apps, and those that stand in for them. */
@Injectable()
export class Codes {
  constructor(
    private readonly totp: Totp,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly methods: Methods,
    private readonly tries: CodeTries,
  ) {}

  /** Uses a code up. @returns what is wrong with it, null if nothing is */
  async verify(domain: DomainRecord, method: 'totp' | 'recovery-code', typed: TypedCode): Promise<InputError | null> {
    if (method === 'totp') return this.verifyTotp(domain, typed);
    return (await this.recoveryCodes.redeem(domain, typed.sub, typed.code)) ? null : 'recovery-code-wrong';
  }

  private async verifyTotp(domain: DomainRecord, typed: TypedCode): Promise<InputError | null> {
    const { sub, username, code, isKnownBrowser } = typed;
    // An address has used up its own tries before those of the account.
    if (!isKnownBrowser && (await this.tries.isAddressLocked(domain, typed))) return 'code-locked';
    const outcome = await (isKnownBrowser ? this.totp.verifyInKnownBrowser(domain, sub, code) : this.totp.verify(domain, sub, code));
    if (outcome === 'accepted') return null;
    if (outcome === 'locked') return 'code-locked';
    const { authenticatorApp } = await this.methods.of(domain, sub);
    return !authenticatorApp && (await this.tries.isLocked(domain, username)) ? 'code-locked' : 'code-wrong';
  }
}
