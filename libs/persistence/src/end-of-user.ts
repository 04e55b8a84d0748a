/**
 * Ends all of a user's sessions, and removes all that was issued for them: grants, codes and tokens. $1: domain id, $2: `sub`.
 * A session that was ended stays until it expires, so that no request which began before can bring it back.
 */
export const END_OF_USER = endOf('sub = $2');

/** The same for several users. $2: their `sub`s. */
export const END_OF_USERS = endOf('sub = ANY ($2::uuid[])');

function endOf(whose: string): string {
  return `
    WITH ended AS (
      UPDATE oidc_payload SET consumed_at = now(), payload = '{}'
      WHERE domain_id = $1 AND ${whose} AND model = 'Session' AND consumed_at IS NULL
    ) DELETE FROM oidc_payload WHERE domain_id = $1 AND ${whose} AND model <> 'Session'`;
}
