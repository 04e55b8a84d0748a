import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { isStorable } from '../storable-text.js';
import type { FederatedLogin } from './federated-login.entity.js';

export type NewFederatedLogin = Omit<FederatedLogin, 'expiresAt'>;
export type FederatedLoginKey = Pick<FederatedLogin, 'domainId' | 'uid'>;
export type KeptFederatedLogin = Pick<FederatedLogin, 'sub' | 'provider' | 'issuer' | 'idToken'>;

/** Each sign-in takes some old rows away. */
const FORGET_EXPIRED = `
  DELETE FROM federated_login WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM federated_login WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
const PUT = `
  INSERT INTO federated_login (domain_id, uid, sub, provider, issuer, sid, id_token, expires_at)
  SELECT domain_id, $2, sub, $4, $5, $6, $7, now() + make_interval(secs => $8) FROM end_user WHERE domain_id = $1 AND sub = $3
  ON CONFLICT (domain_id, uid) DO UPDATE SET sub = excluded.sub, provider = excluded.provider, issuer = excluded.issuer,
    sid = excluded.sid, id_token = excluded.id_token, expires_at = excluded.expires_at`;

@Injectable()
export class FederatedLoginRepository {
  constructor(private readonly database: Database) {}

  /** Keeps a sign-in, in the place of one before it in the same interaction. @param lifetime seconds */
  async put({ domainId, uid, sub, provider, issuer, sid, idToken }: NewFederatedLogin, lifetime: number): Promise<void> {
    await this.database.manager.query(FORGET_EXPIRED, [domainId]);
    await this.database.manager.query(PUT, [domainId, uid, sub, provider, issuer, sid, idToken, lifetime]);
  }

  async find({ domainId, uid }: FederatedLoginKey): Promise<KeptFederatedLogin | null> {
    const [row]: KeptFederatedLogin[] = await this.database.manager.query(
      `SELECT sub, provider, issuer, id_token AS "idToken" FROM federated_login WHERE domain_id = $1 AND uid = $2 AND expires_at > now()`,
      [domainId, uid],
    );
    return row ?? null;
  }

  /** The sign-ins that belong to a session of the provider. */
  async listBySid(domainId: string, provider: string, sid: string): Promise<(FederatedLoginKey & KeptFederatedLogin)[]> {
    if (!isStorable(sid)) return [];
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", uid, sub, provider, issuer, id_token AS "idToken" FROM federated_login
       WHERE domain_id = $1 AND provider = $2 AND sid = $3`,
      [domainId, provider, sid],
    );
  }
}
