import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';

/** As many, in as many seconds, as lock an authenticator app: see totp/totp.ts. */
const LIMIT = { name: 'absent-code', requests: 5, window: 900 };

/**
 * Wrong codes for those who have no authenticator app, or do not exist. They are locked as an app would be: a lock that only some names
 * come to would tell which names there are.
 */
@Injectable()
export class CodeTries {
  private readonly limiter: RateLimiter;

  constructor(database: Database) {
    this.limiter = new RateLimiter(database, LIMIT);
  }

  /** Counts a wrong code. @returns whether it was one too many */
  async isLocked({ id }: Pick<DomainRecord, 'id'>, username: string): Promise<boolean> {
    const key = fingerprint('absent code', id, username.normalize('NFKC').toLowerCase()).toString('base64url');
    return !(await this.limiter.consumeWithin(id, key)).allowed;
  }
}
