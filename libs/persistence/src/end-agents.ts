/** Revokes what was issued to the agents of a user. $1: domain id, $2: the id of the user */
export const REVOKE_OF_AGENTS = buildChange(`deactivated_at = clock_timestamp()`);
/** Deactivates the agents of a user and leaves them without an owner. The same parameters. */
export const RELEASE_AGENTS = buildChange(`
  deactivated_at = clock_timestamp(), active = false, owner_id = NULL, presentation = presentation || '{"owner": null}'`);

/** @returns a statement whose rows have the `id` of each agent that was active */
function buildChange(change: string): string {
  return `
    WITH agent AS MATERIALIZED (SELECT client_id, active FROM client WHERE domain_id = $1 AND owner_id = $2 ORDER BY client_id FOR UPDATE),
    changed AS (UPDATE client SET revision = nextval('revision'), ${change} FROM agent
      WHERE client.domain_id = $1 AND client.client_id = agent.client_id),
    revoked AS (DELETE FROM oidc_payload WHERE domain_id = $1 AND client_id = ANY (ARRAY (SELECT client_id FROM agent)))
    SELECT client_id AS id FROM agent WHERE active`;
}
