import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { isKnownUser } from '../../state/user-lookup.service.js';

/** Whose code was typed, and where. */
interface CodeSource {
  /** See ClientAddressService. */
  address: string;
  sub: string;
  username: string;
}

/** As many, in as many seconds, as lock an authenticator app: see totp/totp.service.ts. */
const USERNAME_LIMIT = { name: 'absent-code', requests: 5, window: 900 };
/** Codes from one address for one user: fewer than lock the user's app, so that one address alone locks nobody else out. */
const ADDRESS_LIMIT = { name: 'code-address', requests: 3, window: 900 };

/**
 * Wrong codes for those who have no authenticator app, or do not exist. They are locked as an app would be: a lock that only some names
 * come to would tell which names there are.
 */
@Injectable()
export class CodeRateLimitService {
  private readonly usernameLimiter: RateLimiter;
  private readonly addressLimiter: RateLimiter;

  constructor(database: Database) {
    this.usernameLimiter = new RateLimiter(database, USERNAME_LIMIT);
    this.addressLimiter = new RateLimiter(database, ADDRESS_LIMIT);
  }

  /** Counts a code from an address. @returns whether it is one too many for that user, be they somebody or not */
  async isAddressLocked({ id }: Pick<CachedDomain, 'id'>, { address, sub, username }: CodeSource): Promise<boolean> {
    const user = isKnownUser(sub) ? sub : normalizeUsername(username);
    const key = fingerprint('code address', id, address, user).toString('base64url');
    return !(await this.addressLimiter.consumeWithin(id, key)).allowed;
  }

  /** Counts a wrong code. @returns whether it was one too many */
  async isUsernameLocked({ id }: Pick<CachedDomain, 'id'>, username: string): Promise<boolean> {
    const key = fingerprint('absent code', id, normalizeUsername(username)).toString('base64url');
    return !(await this.usernameLimiter.consumeWithin(id, key)).allowed;
  }
}

function normalizeUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
