/** SQL: how long logout notices are retried. */
const NOTICE_LIFETIME = `interval '2 hours'`;

/**
 * Common table expressions that end sessions: `ended` has the `uid` of each. An ended session stays until it expires, so that no earlier
 * request can restore it. The same statement stores a notice for each back-channel logout client that took part (OpenID Connect
 * Back-Channel Logout 1.0), with the trace of the request. $1: domain id, $2: `traceparent`.
 *
 * @param which a condition of `oidc_payload`
 */
export function buildEndSessionsCtes(which: string): string {
  // control: clients are notified once of a session that two requests end
  return `
    session AS MATERIALIZED (
      SELECT hash, sub, sids FROM oidc_payload WHERE domain_id = $1 AND model = 'Session' AND consumed_at IS NULL AND ${which} FOR UPDATE
    ), notified AS (
      INSERT INTO logout_notice (domain_id, client_id, sub, sub_text, sid, expires_at, traceparent)
      SELECT client.domain_id, client.client_id, session.sub,
        (SELECT sub_text FROM end_user WHERE end_user.domain_id = $1 AND end_user.sub = session.sub), took_part.sid, now() + ${NOTICE_LIFETIME}, $2::text
      FROM session CROSS JOIN LATERAL jsonb_each_text(session.sids) AS took_part (client_id, sid)
      JOIN backchannel_logout AS client ON client.domain_id = $1 AND client.client_id = took_part.client_id
      WHERE session.sub IS NOT NULL
    ), ended AS (
      UPDATE oidc_payload SET consumed_at = now(), payload = '{}'
      WHERE domain_id = $1 AND model = 'Session' AND hash = ANY (ARRAY (SELECT hash FROM session)) RETURNING uid
    )`;
}

/** Ends all of a user's sessions, and removes all that was issued for them: grants, codes and tokens. $1: domain id, $2: `traceparent`, $3: `sub`. */
export const END_USER_SESSIONS = buildEndSessions('sub = $3');

/** The same for several users. $3: their `sub` values. */
export const END_USERS_SESSIONS = buildEndSessions('sub = ANY ($3::uuid[])');

function buildEndSessions(whose: string): string {
  return `WITH ${buildEndSessionsCtes(whose)} DELETE FROM oidc_payload WHERE domain_id = $1 AND ${whose} AND model <> 'Session'`;
}
