import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { FederatedLogin } from '../federation/federated-login.entity.js';
import type { SignInProgress } from './sign-in-progress.entity.js';
import { selectSub, userIdOf } from '../user-id.js';

export type SignInProgressKey = Pick<SignInProgress, 'domainId' | 'uid'>;
/** A factor that the user has just completed. */
export interface NewFactor {
  sub: string;
  method: string;
  /** The federated sign-in that completed it. */
  federation?: string | null;
}
export type StoredFactors = Pick<SignInProgress, 'sub' | 'methods' | 'federation'>;
/** The factors, and the epoch that the resulting session must store so that it is not outdated: see User.signInEpoch. */
export type ConsumedFactors = StoredFactors & { epoch: number };

/** Each step deletes some old rows, so the table contains only pending ones. */
const DELETE_EXPIRED = `
  DELETE FROM sign_in_progress WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM sign_in_progress WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
/** Null if a version without epochs has stored it. */
const IS_CURRENT_EPOCH = 'coalesce(stored.sign_in_epoch, end_user.sign_in_epoch) = end_user.sign_in_epoch';
const IS_RESTART = `stored.sub <> excluded.sub OR stored.expires_at <= now()
        OR coalesce(stored.sign_in_epoch, excluded.sign_in_epoch) <> excluded.sign_in_epoch`;
/** Starts over for another user, or after expiry. Stores nothing for a user who may not sign in, and waits for a concurrent removal. */
const ADD = `
  INSERT INTO sign_in_progress AS stored (domain_id, uid, sub, methods, expires_at, federation, sign_in_epoch)
  SELECT domain_id, $2, sub, ARRAY[$4], now() + make_interval(secs => $5), $6, sign_in_epoch
  FROM end_user WHERE domain_id = $1 AND sub = $3 AND active FOR KEY SHARE
  ON CONFLICT (domain_id, uid) DO UPDATE SET
    sub = excluded.sub,
    expires_at = excluded.expires_at,
    sign_in_epoch = excluded.sign_in_epoch,
    methods = CASE
      WHEN ${IS_RESTART} THEN excluded.methods
      WHEN stored.methods @> excluded.methods THEN stored.methods
      ELSE stored.methods || excluded.methods END,
    federation = CASE
      WHEN ${IS_RESTART} THEN excluded.federation
      ELSE coalesce(excluded.federation, stored.federation) END
  RETURNING methods, federation`;

@Injectable()
export class SignInProgressRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if no factor was completed, or the user may no longer sign in */
  async find({ domainId, uid }: SignInProgressKey): Promise<StoredFactors | null> {
    const [row]: StoredFactors[] = await this.database.manager.query(
      `SELECT ${selectSub('end_user')} AS sub, methods, federation FROM sign_in_progress AS stored JOIN end_user USING (domain_id, sub)
       WHERE domain_id = $1 AND uid = $2 AND expires_at > now() AND active AND ${IS_CURRENT_EPOCH}`,
      [domainId, uid],
    );
    return row ?? null;
  }

  /**
   * @param lifetime seconds within which the next step must follow
   * @returns the completed factors including this one; null if the user may not sign in
   */
  async add(
    { domainId, uid }: SignInProgressKey,
    { sub, method, federation = null }: NewFactor,
    lifetime: number,
  ): Promise<StoredFactors | null> {
    await this.database.manager.query(DELETE_EXPIRED, [domainId]);
    const values = [domainId, uid, userIdOf(domainId, sub), method, lifetime, federation];
    const [row]: Omit<StoredFactors, 'sub'>[] = await this.database.manager.query(ADD, values);
    return row ? { ...row, sub } : null;
  }

  /** Deletes the completed factors of a user, in all authorization requests. */
  async deleteAll(domainId: string, sub: string): Promise<void> {
    await this.database.manager.query('DELETE FROM sign_in_progress WHERE domain_id = $1 AND sub = $2', [
      domainId,
      userIdOf(domainId, sub),
    ]);
  }

  /** Also deletes factors from sign-ins that have ended at the identity provider. */
  async deleteFederated(domainId: string, logins: readonly Pick<FederatedLogin, 'uid' | 'sub'>[]): Promise<void> {
    await this.database.manager.query(
      'DELETE FROM sign_in_progress WHERE domain_id = $1 AND sub = ANY ($2::uuid[]) AND federation = ANY ($3::text[])',
      [domainId, logins.map(({ sub }) => userIdOf(domainId, sub)), logins.map(({ uid }) => uid)],
    );
  }

  /** Consumes the completed factors; only one of concurrent callers gets them. @returns null if there are none */
  async consume({ domainId, uid }: SignInProgressKey): Promise<ConsumedFactors | null> {
    const [rows]: [ConsumedFactors[], number] = await this.database.manager.query(
      `DELETE FROM sign_in_progress AS stored USING end_user
       WHERE stored.domain_id = $1 AND stored.uid = $2 AND expires_at > now() AND end_user.domain_id = $1 AND end_user.sub = stored.sub
         AND ${IS_CURRENT_EPOCH}
       RETURNING ${selectSub('end_user')} AS sub, methods, federation, end_user.sign_in_epoch AS epoch`,
      [domainId, uid],
    );
    return rows[0] ?? null;
  }
}
