import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';
import { isSomebody } from './people.js';

/** Whose code was typed, and where. */
interface AddressedCode {
  /** See ClientAddresses. */
  address: string;
  sub: string;
  username: string;
}

/** As many, in as many seconds, as lock an authenticator app: see totp/totp.ts. */
const LIMIT = { name: 'absent-code', requests: 5, window: 900 };
/** Codes from one address for one user: fewer than lock the user's app, so that one address alone locks nobody else out. */
const ADDRESS_LIMIT = { name: 'code-address', requests: 3, window: 900 };

/**
 * Wrong codes for those who have no authenticator app, or do not exist. They are locked as an app would be: a lock that only some names
 * come to would tell which names there are.
 */
@Injectable()
export class CodeTries {
  private readonly limiter: RateLimiter;
  private readonly addresses: RateLimiter;

  constructor(database: Database) {
    this.limiter = new RateLimiter(database, LIMIT);
    this.addresses = new RateLimiter(database, ADDRESS_LIMIT);
  }

  /** Counts a code from an address. @returns whether it is one too many for that user, be they somebody or not */
  async isAddressLocked({ id }: Pick<DomainRecord, 'id'>, { address, sub, username }: AddressedCode): Promise<boolean> {
    const user = isSomebody(sub) ? sub : foldedOf(username);
    const key = fingerprint('code address', id, address, user).toString('base64url');
    return !(await this.addresses.consumeWithin(id, key)).allowed;
  }

  /** Counts a wrong code. @returns whether it was one too many */
  async isLocked({ id }: Pick<DomainRecord, 'id'>, username: string): Promise<boolean> {
    const key = fingerprint('absent code', id, foldedOf(username)).toString('base64url');
    return !(await this.limiter.consumeWithin(id, key)).allowed;
  }
}

function foldedOf(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
