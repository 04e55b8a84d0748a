import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '../connection/database.js';
import { userIdOf } from '../user-id.js';
import { toIssuedColumns, type IssuedPayload, type PayloadKey } from './payload.js';

/**
 * Uses up a code or refresh token and stores what is issued for it. The user is locked first, as by a deletion of the user, so that neither
 * waits for the other in turn.
 */
const REDEEM: PreparedStatement = {
  name: 'redeem-payload',
  // control: a code or refresh token is redeemed once
  text: `
    WITH owner AS MATERIALIZED (SELECT FROM end_user WHERE domain_id = $1 AND sub = $4::uuid FOR KEY SHARE),
    used AS (
      UPDATE oidc_payload SET consumed_at = now()
      WHERE domain_id = $1 AND model = $2 AND hash = $3 AND (expires_at IS NULL OR expires_at > now()) AND consumed_at IS NULL
        AND EXISTS (SELECT FROM owner)
      RETURNING domain_id, client_id, grant_id, sub)
    INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id, grant_id, sub, session_uid, expires_at)
    SELECT used.domain_id, issued.model, issued.hash, issued.payload::json, used.client_id, used.grant_id, used.sub, issued.session_uid,
      now() + make_interval(secs => issued.seconds)
    FROM used, unnest($5::text[], $6::bytea[], $7::text[], $8::text[], $9::float8[]) AS issued (model, hash, payload, session_uid, seconds)
    RETURNING hash`,
};

/** Exchanges codes and refresh tokens for tokens: RFC 6749 sections 4.1.3 and 6. */
@Injectable()
export class RedemptionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Uses up a code or refresh token, and stores what is issued for it: for the same client, grant and user.
   *
   * @param sub of the user
   *
   * @returns false if it was used before, has expired or was revoked, or its user is gone; then nothing has changed
   */
  async redeem({ domainId, model, hash, sub }: PayloadKey & { sub: string }, issued: readonly IssuedPayload[]): Promise<boolean> {
    const rows = await this.database.query(REDEEM, [domainId, model, hash, userIdOf(domainId, sub), ...toIssuedColumns(issued)]);
    return rows.length > 0;
  }
}
