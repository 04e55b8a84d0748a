import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { userIdOf } from '../user-id.js';

/** The lock lets only one of two sign-ins at once be the first. */
const RECORD = `
  UPDATE end_user SET last_sign_in_at = clock_timestamp()
  FROM (SELECT last_sign_in_at AS at FROM end_user WHERE domain_id = $1 AND sub = $2 FOR NO KEY UPDATE) AS previous
  WHERE domain_id = $1 AND sub = $2 RETURNING previous.at IS NULL AS "isFirst"`;

/** When users have last signed in. The auth server writes it; the rest of a user is management's. */
@Injectable()
export class LastSignInRepository {
  constructor(private readonly database: Database) {}

  /** Stores the time of a sign-in. @returns whether it is the first of the user */
  async record(domainId: string, sub: string): Promise<boolean> {
    const [rows]: [{ isFirst: boolean }[], number] = await this.database.manager.query(RECORD, [domainId, userIdOf(domainId, sub)]);
    return rows[0]?.isFirst ?? true;
  }
}
