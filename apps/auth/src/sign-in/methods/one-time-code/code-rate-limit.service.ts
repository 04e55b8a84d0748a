import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { isKnownUser } from '../../state/user-lookup.service.js';

/** The user and the address of an attempt. */
interface CodeSource {
  /** See ClientAddressService. */
  address: string;
  sub: string;
  username: string;
}

/** The same limit as for an authenticator app: see totp/totp.service.ts. */
const USERNAME_LIMIT = { name: 'absent-code', requests: 5, window: 900 };
/** Limits codes per address and user. The limit is below that of the user's app, so that one address alone cannot lock out others. */
const ADDRESS_LIMIT = { name: 'code-address', requests: 3, window: 900 };

/**
 * Counts wrong codes for unknown users and users without an authenticator app. They are locked like others, so that the lock does not
 * reveal which users exist.
 */
@Injectable()
export class CodeRateLimitService {
  private readonly usernameLimiter: RateLimiter;
  private readonly addressLimiter: RateLimiter;

  constructor(database: Database) {
    this.usernameLimiter = new RateLimiter(database, USERNAME_LIMIT);
    this.addressLimiter = new RateLimiter(database, ADDRESS_LIMIT);
  }

  /** Counts a code from an address. @returns whether the user's limit for this address is exceeded, for unknown users too */
  async isAddressLocked({ id }: Pick<CachedDomain, 'id'>, source: CodeSource): Promise<boolean> {
    return !(await this.addressLimiter.consumeInDomain(id, toAddressKey(id, source))).allowed;
  }

  /** Reverts the count of a correct code. */
  async refundAddress({ id }: Pick<CachedDomain, 'id'>, source: CodeSource): Promise<void> {
    await this.addressLimiter.refundInDomain(id, toAddressKey(id, source));
  }

  /** Counts a wrong code. @returns whether the limit is exceeded */
  async isUsernameLocked({ id }: Pick<CachedDomain, 'id'>, username: string): Promise<boolean> {
    const key = fingerprint('absent code', id, normalizeUsername(username)).toString('base64url');
    return !(await this.usernameLimiter.consumeInDomain(id, key)).allowed;
  }
}

function toAddressKey(domainId: string, { address, sub, username }: CodeSource): string {
  const user = isKnownUser(sub) ? sub : normalizeUsername(username);
  return fingerprint('code address', domainId, address, user).toString('base64url');
}

function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
