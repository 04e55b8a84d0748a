import { MAY_SIGN_IN } from './may-sign-in.js';

/**
 * SQL: whether the agent of a `client` row has ended: its time has passed, or its owner may not sign in. False for clients that are no agents.
 */
// control: an agent ends with its owner and at its expiry
export const HAS_ENDED = `coalesce(client.expires_at <= now() OR (client.owner_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM end_user WHERE end_user.domain_id = client.domain_id AND end_user.sub = client.owner_id AND ${MAY_SIGN_IN})), false)`;

/** SQL: the revision of a `client` row, which also changes when its agent ends. */
export const CLIENT_REVISION = `client.revision || CASE WHEN ${HAS_ENDED} THEN '-ended' ELSE '' END`;
