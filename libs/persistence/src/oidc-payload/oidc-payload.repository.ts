import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Database, type PreparedStatement } from '../connection/database.js';
import { END_USER_SESSIONS, buildEndSessionsCtes } from '../end-sessions.js';
import { changeExpired } from '../expired-rows.js';
import { isStorable } from '../storable-text.js';
import { userIdOf } from '../user-id.js';
import type { IssuedPayload, PayloadKey, StoredPayload } from './payload.js';
import { createPut } from './put-payload.js';

// control: records of oidc-provider expire
const IS_UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
/** An ended session stays until it expires, so that no earlier request can restore it: see SESSION. */
const IS_NOT_ENDED = `(model <> 'Session' OR consumed_at IS NULL)`;

/** Finds a record by one of its columns. */
const createFindStatement = (column: 'hash' | 'uid' | 'user_code'): PreparedStatement => ({
  name: `find-payload-by-${column}`,
  // control: records of oidc-provider are found in their own domain only
  text: `
    SELECT payload, extract(epoch FROM consumed_at)::float8 AS consumed FROM oidc_payload
    WHERE domain_id = $1 AND model = $2 AND ${column} = $3 AND ${IS_UNEXPIRED} AND ${IS_NOT_ENDED}`,
});
const FIND = createFindStatement('hash');
const FIND_BY_UID = createFindStatement('uid');
const FIND_BY_USER_CODE = createFindStatement('user_code');

/** A statement that has waited for another one can be older than that one. Without leeway, no further use is in time. */
const CONSUME = {
  name: 'consume-payload',
  // control: an authorization code is consumed once
  text: `
    UPDATE oidc_payload SET consumed_at = coalesce(consumed_at, now())
    WHERE domain_id = $1 AND model = $2 AND hash = $3 AND ${IS_UNEXPIRED}
      AND (consumed_at IS NULL OR ($4::integer > 0 AND consumed_at > now() - make_interval(secs => $4::integer))) RETURNING hash`,
};
const DELETE = { name: 'delete-payload', text: 'DELETE FROM oidc_payload WHERE domain_id = $1 AND model = $2 AND hash = $3' };
const DELETE_GRANT = { name: 'delete-payloads-of-grant', text: 'DELETE FROM oidc_payload WHERE domain_id = $1 AND grant_id = $2' };
const PUT_IF_ABSENT = {
  name: 'put-payload-if-absent',
  text: `
    INSERT INTO oidc_payload (domain_id, model, hash, payload, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
    ON CONFLICT (domain_id, model, hash) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at, consumed_at = NULL
      WHERE oidc_payload.expires_at <= now()
    RETURNING hash`,
};

/** Waits for concurrent grants in the session: the next statement finds them. */
const LOCK_SESSION = `SELECT FROM oidc_payload WHERE domain_id = $1 AND model = 'Session' AND uid = $2 FOR UPDATE`;
const END_SESSION = `
  WITH ${buildEndSessionsCtes('uid = $3 AND ($4::uuid IS NULL OR sub = $4)')}, revoked AS (DELETE FROM oidc_payload WHERE domain_id = $1 AND session_uid IN (SELECT uid FROM ended))
  SELECT FROM ended`;

/** The same for a grant or a session of the user: later results of an older sign-in are rejected. */
const INCREMENT_SIGN_IN_EPOCH = 'UPDATE end_user SET sign_in_epoch = sign_in_epoch + 1 WHERE domain_id = $1 AND sub = $2';

/** A session for its user and for operators. */
export interface StoredSession extends SessionPayload {
  expiresAt: Date;
  /** The clients that the user has signed in to within it. */
  clientIds: string[];
}

interface SessionPayload {
  uid: string;
  /** Seconds since the epoch. */
  loginTs: number;
  seenAt: number;
  userAgent?: string;
  /** The IP address of the browser that signed in. */
  address?: string;
  /** Its country, ISO 3166-1 alpha-2. */
  country?: string | null;
  /** The sign-in at the identity provider that authenticated the user: `uid` of FederatedLogin. */
  federation?: string;
}

/** What a client may do for a user, by one or more sign-ins. */
export interface StoredAccess {
  clientId: string;
  grantedAt: Date;
  /** Space-delimited scopes, once for each sign-in: of the user, and by audience of an API. */
  scopes: (string | null)[];
  resources: (Record<string, string> | null)[];
}

const LIST_ACCESS = `
  SELECT client_id AS "clientId", min(to_timestamp((payload->>'iat')::double precision)) AS "grantedAt",
    array_agg(payload->'openid'->>'scope') AS scopes, json_agg(payload->'resources') AS resources
  FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'Grant' AND client_id IS NOT NULL AND ${IS_UNEXPIRED}
  GROUP BY client_id ORDER BY client_id`;
// control: users remove the access of clients to their own accounts only
const REMOVE_ACCESS = `
  DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND client_id = $3 AND model <> 'Session' RETURNING model`;

interface UidKey extends Omit<PayloadKey, 'hash'> {
  uid: string;
}

interface UserCodeKey extends Omit<PayloadKey, 'hash'> {
  userCode: string;
}

@Injectable()
export class OidcPayloadRepository {
  /** Deletions that start with the next turn of the event loop. */
  private readonly grantDeletions = new Map<string, Promise<void>>();

  constructor(private readonly database: Database) {}

  /**
   * Stores or replaces a record, and with a session what is issued in it: all of it, or nothing.
   *
   * @param expiresIn seconds; null if it does not expire
   *
   * @returns false if it was not stored: its session has ended, its user is gone or (if required) inactive, or the sign-in is outdated
   */
  async put(
    { issued = [], ...key }: PayloadKey & { issued?: readonly IssuedPayload[] },
    payload: StoredPayload,
    expiresIn: number | null,
  ): Promise<boolean> {
    const { statement, values } = createPut({ ...key, payload, expiresIn }, issued);
    try {
      const rows = await this.database.query(statement, values);
      return rows.length === 1;
    } catch (error) {
      if (getViolatedConstraint(error) === 'oidc_payload_user') return false;
      throw error;
    }
  }

  /** Stores a record unless it exists. @returns whether this call stored it; only one of concurrent callers does */
  async putIfAbsent({ domainId, model, hash }: PayloadKey, payload: StoredPayload, expiresIn: number): Promise<boolean> {
    const rows = await this.database.query(PUT_IF_ABSENT, [domainId, model, hash, JSON.stringify(payload), expiresIn]);
    return rows.length === 1;
  }

  find({ domainId, model, hash }: PayloadKey): Promise<StoredPayload | undefined> {
    return this.findBy(FIND, [domainId, model, hash]);
  }

  async findByUid({ domainId, model, uid }: UidKey): Promise<StoredPayload | undefined> {
    return isStorable(uid) ? this.findBy(FIND_BY_UID, [domainId, model, uid]) : undefined;
  }

  async findByUserCode({ domainId, model, userCode }: UserCodeKey): Promise<StoredPayload | undefined> {
    return isStorable(userCode) ? this.findBy(FIND_BY_USER_CODE, [domainId, model, userCode]) : undefined;
  }

  /**
   * Marks a record as consumed.
   *
   * @param leeway seconds after its first use in which it may be used again. A further use does not extend them
   *
   * @returns whether it may be used; without leeway, only one of concurrent callers may
   */
  async consume({ domainId, model, hash }: PayloadKey, leeway = 0): Promise<boolean> {
    const rows = await this.database.query(CONSUME, [domainId, model, hash, leeway]);
    return rows.length === 1;
  }

  async delete({ domainId, model, hash }: PayloadKey): Promise<void> {
    await this.database.query(DELETE, [domainId, model, hash]);
  }

  /**
   * Removes everything issued under a grant. Calls in one turn of the event loop share a statement, because oidc-provider makes one for
   * each model.
   */
  deleteGrant(domainId: string, grantId: string): Promise<void> {
    const key = JSON.stringify([domainId, grantId]);
    const deletion = this.grantDeletions.get(key) ?? this.startGrantDeletion(key, [domainId, grantId]);
    this.grantDeletions.set(key, deletion);
    return deletion;
  }

  private async startGrantDeletion(key: string, values: [string, string]): Promise<void> {
    await nextTurn();
    this.grantDeletions.delete(key);
    await this.database.query(DELETE_GRANT, values);
  }

  /**
   * Ends a session with everything that depends on it. Concurrent requests cannot restore it.
   *
   * @param sub the required user of the session, if any
   * @returns false if there is no such session
   */
  async endSession(domainId: string, uid: string, sub: string | null = null): Promise<boolean> {
    if (!isStorable(uid)) return false;
    const id = sub && userIdOf(domainId, sub);
    return this.database.transaction(async () => {
      await this.database.manager.query(LOCK_SESSION, [domainId, uid]);
      const rows: unknown[] = await this.database.manager.query(END_SESSION, [domainId, this.database.getTraceparent(), uid, id]);
      return rows.length === 1;
    });
  }

  /** Ends all sessions of a user, and removes everything issued for them: grants, codes and tokens. */
  async endUserSessions(domainId: string, sub: string): Promise<void> {
    const id = userIdOf(domainId, sub);
    await this.database.transaction(async () => {
      await this.database.manager.query(INCREMENT_SIGN_IN_EPOCH, [domainId, id]);
      await this.database.manager.query(END_USER_SESSIONS, [domainId, this.database.getTraceparent(), id]);
    });
  }

  /** The epoch that a sign-in beginning now must store, so that it is not outdated. */
  async findSignInEpoch(domainId: string, sub: string): Promise<number | undefined> {
    const [row]: { epoch: number }[] = await this.database.manager.query(
      'SELECT sign_in_epoch AS epoch FROM end_user WHERE domain_id = $1 AND sub = $2',
      [domainId, userIdOf(domainId, sub)],
    );
    return row?.epoch;
  }

  /** The sessions of a user, latest sign-in first. */
  async listSessions(domainId: string, sub: string): Promise<StoredSession[]> {
    const rows: (Omit<StoredSession, keyof SessionPayload> & { payload: SessionPayload })[] = await this.database.manager.query(
      `SELECT payload, expires_at AS "expiresAt", ARRAY(SELECT jsonb_object_keys(sids) AS id ORDER BY id) AS "clientIds" FROM oidc_payload
       WHERE domain_id = $1 AND sub = $2 AND model = 'Session' AND ${IS_UNEXPIRED} AND ${IS_NOT_ENDED}`,
      [domainId, userIdOf(domainId, sub)],
    );
    return rows
      .map(({ payload, expiresAt, clientIds }) => ({ ...payload, expiresAt, clientIds }))
      .toSorted((one, other) => other.loginTs - one.loginTs);
  }

  /** The clients that may act for a user, with what was granted to them. */
  listAccess(domainId: string, sub: string): Promise<StoredAccess[]> {
    return this.database.manager.query(LIST_ACCESS, [domainId, userIdOf(domainId, sub)]);
  }

  /** Removes the grants of a user to a client, with the codes and tokens issued under them. @returns false if there were none */
  async removeAccess(domainId: string, sub: string, clientId: string): Promise<boolean> {
    if (!isStorable(clientId)) return false;
    const [rows]: [{ model: string }[], number] = await this.database.manager.query(REMOVE_ACCESS, [
      domainId,
      userIdOf(domainId, sub),
      clientId,
    ]);
    return rows.some(({ model }) => model === 'Grant');
  }

  /** Removes a batch of expired records of all domains. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'oidc_payload', where: 'expires_at < now()' }, limit);
  }

  private async findBy(statement: PreparedStatement, values: (string | Buffer)[]): Promise<StoredPayload | undefined> {
    const [row] = await this.database.query<{ payload: StoredPayload; consumed: number | null }>(statement, values);
    if (!row) return undefined;
    return row.consumed === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumed) };
  }
}
