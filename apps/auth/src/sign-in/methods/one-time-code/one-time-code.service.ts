import { Injectable } from '@nestjs/common';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { AuthenticationMethodService } from '../../../authentication-method/authentication-method.service.js';
import type { InputError } from '../../../pages/views/view-models.js';
import { RecoveryCodeService } from '../../../recovery-code/recovery-code.service.js';
import { TotpService } from '../../../totp/totp.service.js';
import { CodeRateLimitService } from './code-rate-limit.service.js';

/** A code entered by the user. */
export interface CodeAttempt {
  /** The user; null if unknown. */
  sub: string;
  /** The code as entered. */
  username: string;
  code: string;
  /** The client's IP address: see ClientAddressService. */
  address: string;
  /** Whether the user has signed in from this browser before. */
  isKnownBrowser: boolean;
}

/** Verifies codes of authenticator apps, and recovery codes. */
@Injectable()
export class OneTimeCodeService {
  constructor(
    private readonly totp: TotpService,
    private readonly recoveryCodes: RecoveryCodeService,
    private readonly methods: AuthenticationMethodService,
    private readonly rateLimits: CodeRateLimitService,
  ) {}

  /** Consumes a code. @returns the error; null if the code is valid */
  async verify(domain: CachedDomain, method: 'totp' | 'recovery-code', attempt: CodeAttempt): Promise<InputError | null> {
    if (method === 'totp') return this.verifyTotp(domain, attempt);
    return (await this.recoveryCodes.redeem(domain, attempt.sub, attempt.code)) ? null : 'recovery-code-wrong';
  }

  private async verifyTotp(domain: CachedDomain, attempt: CodeAttempt): Promise<InputError | null> {
    const { sub, username, code, isKnownBrowser } = attempt;
    // The limit of the address applies before the limit of the account.
    if (!isKnownBrowser && (await this.rateLimits.isAddressLocked(domain, attempt))) return 'code-locked';
    const outcome = await (isKnownBrowser ? this.totp.verifyInKnownBrowser(domain, sub, code) : this.totp.verify(domain, sub, code));
    const isCorrect = outcome === 'accepted' || outcome === 'used';
    if (isCorrect && !isKnownBrowser) await this.rateLimits.refundAddress(domain, attempt);
    if (outcome === 'accepted') return null;
    if (outcome === 'locked') return 'code-locked';
    const { authenticatorApp } = await this.methods.summarize(domain, sub);
    return !authenticatorApp && (await this.rateLimits.isUsernameLocked(domain, username)) ? 'code-locked' : 'code-wrong';
  }
}
