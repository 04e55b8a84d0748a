import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replaces the ids of records by their SHA-256, and removes ids from payloads, so that the database contains no usable code, token or
 * session. Valid records stay valid. The column gets a new name, so that replicas of an older release fail instead of answering that a
 * token is unknown.
 */
export class HashPayloadIds1795141500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- An interaction consumes its pushed request at its end, by the id that is removed below. So the request is consumed now.
      DELETE FROM oidc_payload AS pushed USING oidc_payload AS interaction
      WHERE pushed.model = 'PushedAuthorizationRequest' AND interaction.model = 'Interaction' AND interaction.domain_id = pushed.domain_id
        AND substring(interaction.payload::text FROM '"parJti": *"([^"]*)"') = pushed.id;

      ALTER TABLE oidc_payload RENAME COLUMN id TO hash;
      -- Payloads may contain \\u0000, so PostgreSQL cannot parse them. In JSON text, quotes within values are escaped: these patterns match
      -- property names only. A record contains its own id; an interaction also those of its session and of its pushed request.
      ALTER TABLE oidc_payload
        ALTER COLUMN payload TYPE json USING regexp_replace(
          CASE model WHEN 'Interaction' THEN regexp_replace(payload::text, '"(cookie|parJti)": *"[^"]*"', '"\\1":null', 'g')
            ELSE payload::text END, '"jti": *"[^"]*"', '"jti":""', 'g')::json,
        ALTER COLUMN hash TYPE bytea USING sha256(convert_to(hash, 'UTF8')),
        ADD CONSTRAINT oidc_payload_hash CHECK (octet_length(hash) = 32);
    `);
  }

  /** A hash cannot be reversed, so all users have to sign in again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM oidc_payload;
      ALTER TABLE oidc_payload DROP CONSTRAINT oidc_payload_hash, ALTER COLUMN hash TYPE text USING encode(hash, 'hex');
      ALTER TABLE oidc_payload RENAME COLUMN hash TO id;
    `);
  }
}
