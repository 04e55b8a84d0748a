import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { userIdOf } from '../user-id.js';

/** When users have last signed in. The auth server writes it; the rest of a user is management's. */
@Injectable()
export class LastSignInRepository {
  constructor(private readonly database: Database) {}

  /** Stores the time of a sign-in. */
  async record(domainId: string, sub: string): Promise<void> {
    const text = 'UPDATE end_user SET last_sign_in_at = clock_timestamp() WHERE domain_id = $1 AND sub = $2';
    await this.database.manager.query(text, [domainId, userIdOf(domainId, sub)]);
  }
}
