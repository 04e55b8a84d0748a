import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import type { FederatedLogin } from './federated-login.entity.js';
import { selectSubOfOwner, userIdOf } from '../user-id.js';

export type NewFederatedLogin = Omit<FederatedLogin, 'expiresAt'>;
export type FederatedLoginKey = Pick<FederatedLogin, 'domainId' | 'uid'>;
export type StoredFederatedLogin = Pick<FederatedLogin, 'sub' | 'provider' | 'issuer' | 'idToken'>;

/** The sign-ins that have ended: those of an upstream session, of a user, or of both. At least one of the two is set. */
export type EndedFederatedLogins = Pick<FederatedLogin, 'domainId' | 'provider' | 'issuer' | 'sid'> & { sub: string | null };

/** Each sign-in removes some old rows. */
const DELETE_EXPIRED = `
  DELETE FROM federated_login WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM federated_login WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
const CREATE = `
  INSERT INTO federated_login (domain_id, uid, sub, provider, issuer, sid, id_token, expires_at)
  SELECT domain_id, $2, sub, $4, $5, $6, $7, now() + make_interval(secs => $8) FROM end_user WHERE domain_id = $1 AND sub = $3
  FOR KEY SHARE RETURNING uid`;

@Injectable()
export class FederatedLoginRepository {
  constructor(private readonly database: Database) {}

  /** Stores a sign-in. Waits for a concurrent removal of the user. @param lifetime seconds @returns false if the user was removed */
  async create({ domainId, uid, sub, provider, issuer, sid, idToken }: NewFederatedLogin, lifetime: number): Promise<boolean> {
    await this.database.manager.query(DELETE_EXPIRED, [domainId]);
    const values = [domainId, uid, userIdOf(domainId, sub), provider, issuer, sid, idToken, lifetime];
    const rows: unknown[] = await this.database.manager.query(CREATE, values);
    return rows.length === 1;
  }

  async find({ domainId, uid }: FederatedLoginKey): Promise<StoredFederatedLogin | null> {
    const [row]: StoredFederatedLogin[] = await this.database.manager.query(
      `SELECT ${selectSubOfOwner('federated_login')} AS sub, provider, issuer, id_token AS "idToken" FROM federated_login
       WHERE domain_id = $1 AND uid = $2 AND expires_at > now()`,
      [domainId, uid],
    );
    return row ?? null;
  }

  /** Whether a sign-in has not ended. Waits if it is being ended concurrently. */
  async isValid({ domainId, uid }: FederatedLoginKey): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(
      'SELECT FROM federated_login WHERE domain_id = $1 AND uid = $2 FOR KEY SHARE',
      [domainId, uid],
    );
    return rows.length === 1;
  }

  /** Removes sign-ins that have ended at the identity provider. */
  async deleteEnded({ domainId, provider, issuer, sid, sub }: EndedFederatedLogins): Promise<Pick<FederatedLogin, 'uid' | 'sub'>[]> {
    if (sid !== null && !isStorable(sid)) return [];
    const [rows]: [Pick<FederatedLogin, 'uid' | 'sub'>[], number] = await this.database.manager.query(
      `DELETE FROM federated_login WHERE domain_id = $1 AND provider = $2 AND issuer = $3
         AND ($4::text IS NULL OR sid = $4) AND ($5::uuid IS NULL OR sub = $5) RETURNING uid, ${selectSubOfOwner('federated_login')} AS sub`,
      [domainId, provider, issuer, sid, sub && userIdOf(domainId, sub)],
    );
    return rows;
  }
}
