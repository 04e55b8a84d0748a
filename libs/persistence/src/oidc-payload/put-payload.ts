import type { PreparedStatement } from '../connection/database.js';
import { MAY_SIGN_IN } from '../may-sign-in.js';
import { userIdOf } from '../user-id.js';
import { toIssuedColumns, type IssuedPayload, type PayloadKey, type StoredPayload } from './payload.js';

const VALUES = '(domain_id, model, hash, payload, client_id, grant_id, sub, session_uid, uid, user_code, expires_at, sids)';
const ROW = '$1::uuid, $2, $3, $4::json, $5, $6, $7::uuid, $8, $9, $10, now() + make_interval(secs => $11), $12::jsonb';
const REPLACE_COLUMNS = `payload = EXCLUDED.payload, client_id = EXCLUDED.client_id, grant_id = EXCLUDED.grant_id, sub = EXCLUDED.sub,
    session_uid = EXCLUDED.session_uid, uid = EXCLUDED.uid, user_code = EXCLUDED.user_code, expires_at = EXCLUDED.expires_at,
    sids = EXCLUDED.sids`;

/**
 * Records on which others depend are stored only for an active user and a current sign-in. Deactivating the user, or ending all sessions,
 * waits for this statement and then finds the record.
 */
// control: a sign-in that was under way comes to nothing when all sessions are ended
const ACTIVE_USER = `
  WITH active AS MATERIALIZED (
    SELECT FROM end_user WHERE domain_id = $1::uuid AND sub = $7::uuid AND sign_in_epoch = $13::integer AND ${MAY_SIGN_IN} FOR SHARE)`;
/**
 * A grant is also not stored in an ended session; ending the session waits for the grant, and finds it. A session that has just begun is
 * not stored yet.
 */
const GRANT_SESSION = `
  given_in AS MATERIALIZED (
    SELECT consumed_at FROM oidc_payload
    WHERE domain_id = $1::uuid AND model = 'Session' AND uid = $14 AND EXISTS (SELECT FROM active) FOR SHARE)`;
const IS_ACTIVE_USER = '($7::uuid IS NULL OR EXISTS (SELECT FROM active))';
const ON_HASH_CONFLICT = `ON CONFLICT (domain_id, model, hash) DO UPDATE SET ${REPLACE_COLUMNS}`;

const PUT = { name: 'put-payload', text: `INSERT INTO oidc_payload ${VALUES} VALUES (${ROW}) ${ON_HASH_CONFLICT} RETURNING hash` };
const PUT_GRANT = {
  name: 'put-grant',
  text: `
    ${ACTIVE_USER}, ${GRANT_SESSION} INSERT INTO oidc_payload ${VALUES}
    SELECT ${ROW} WHERE ${IS_ACTIVE_USER} AND NOT EXISTS (SELECT FROM given_in WHERE consumed_at IS NOT NULL) ${ON_HASH_CONFLICT} RETURNING hash`,
};
/**
 * Without this lock, one of many requests in a session could miss a row that is just being replaced, and insert another with the same hash.
 */
const CURRENT_SESSION = `
  current AS MATERIALIZED (
    SELECT consumed_at FROM oidc_payload
    WHERE domain_id = $1::uuid AND model = 'Session' AND uid = $9 AND EXISTS (SELECT FROM active) FOR UPDATE)`;
/**
 * A session is identified by its uid, because its id, which is in the cookie, changes, and so does the hash. What is issued in it is stored
 * only with it. Ending the session waits for this statement, and then finds that.
 */
const PUT_SESSION = {
  name: 'put-session',
  text: `
    ${ACTIVE_USER}, ${CURRENT_SESSION}, session AS (
      INSERT INTO oidc_payload ${VALUES}
      SELECT ${ROW} WHERE ${IS_ACTIVE_USER} AND NOT EXISTS (SELECT FROM current WHERE consumed_at IS NOT NULL)
      ON CONFLICT (domain_id, model, uid) WHERE uid IS NOT NULL DO UPDATE SET hash = EXCLUDED.hash, ${REPLACE_COLUMNS}
        WHERE oidc_payload.consumed_at IS NULL
      RETURNING domain_id, sub),
    stored AS (
      INSERT INTO oidc_payload (domain_id, sub, model, hash, payload, session_uid, expires_at, client_id, grant_id)
      SELECT session.domain_id, session.sub, issued.model, issued.hash, issued.payload::json, issued.session_uid,
        now() + make_interval(secs => issued.seconds), issued.client_id, issued.grant_id
      FROM session, unnest($14::text[], $15::bytea[], $16::text[], $17::text[], $18::float8[], $19::text[], $20::text[])
        AS issued (model, hash, payload, session_uid, seconds, client_id, grant_id))
    SELECT FROM session`,
};

/** A record to store. */
interface NewPayload extends PayloadKey {
  payload: StoredPayload;
  /** Seconds; null if it does not expire. */
  expiresIn: number | null;
}

/** The statement that stores or replaces a record, and with a session what is issued in it. It returns a row if it has stored them. */
export function createPut(
  { domainId, model, hash, payload, expiresIn }: NewPayload,
  issued: readonly IssuedPayload[],
): { statement: PreparedStatement; values: unknown[] } {
  const { clientId, grantId, accountId, sessionUid, uid, userCode, epoch = 0, givenIn } = payload;
  const sub = accountId === undefined ? undefined : userIdOf(domainId, accountId as string);
  const columns = [clientId, grantId, sub, sessionUid, uid, userCode, expiresIn, getSids(payload)];
  const values = [domainId, model, hash, JSON.stringify(payload), ...columns];
  if (model === 'Grant') return { statement: PUT_GRANT, values: [...values, epoch, givenIn] };
  if (model !== 'Session') return { statement: PUT, values };
  const owners = [issued.map((each) => each.payload['clientId']), issued.map((each) => each.payload.grantId)];
  return { statement: PUT_SESSION, values: [...values, epoch, ...toIssuedColumns(issued), ...owners] };
}

/** The `sid` for each client that takes part in a session. */
function getSids({ authorizations }: StoredPayload): string | null {
  if (typeof authorizations !== 'object' || authorizations === null) return null;
  const sids = Object.entries(authorizations as Record<string, { sid?: string }>).map(([clientId, { sid = null }]) => [clientId, sid]);
  return JSON.stringify(Object.fromEntries(sids));
}
