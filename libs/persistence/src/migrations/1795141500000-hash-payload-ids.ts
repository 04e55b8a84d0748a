import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records of oidc-provider are found by the SHA-256 of their ids, and what is stored of them has no ids: nobody who reads the database has a
 * code, a token or a session. Whatever is live goes on. Replicas of an older release, which know of `id` only, fail instead of answering
 * that a token is unknown.
 */
export class HashPayloadIds1795141500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A pushed request that waits for somebody to sign in would be used up when they have, by an id that is not stored in clear any more.
      DELETE FROM oidc_payload AS pushed USING oidc_payload AS interaction
      WHERE pushed.model = 'PushedAuthorizationRequest' AND interaction.model = 'Interaction' AND interaction.domain_id = pushed.domain_id
        AND substring(interaction.payload::text FROM '"parJti": *"([^"]*)"') = pushed.id;

      ALTER TABLE oidc_payload RENAME COLUMN id TO hash;
      -- A payload cannot be taken apart as JSON: it may have what PostgreSQL cannot read (\\u0000). Quotes within texts are escaped, so that
      -- these are names of properties; a record has its own id and, if it is an interaction, those of its session and of its pushed request.
      ALTER TABLE oidc_payload
        ALTER COLUMN payload TYPE json USING regexp_replace(regexp_replace(
          payload::text, '"jti": *"[^"]*"', '"jti":""'), '"(cookie|parJti)": *"[^"]*"', '"\\1":null', 'g')::json,
        ALTER COLUMN hash TYPE bytea USING sha256(convert_to(hash, 'UTF8')),
        ADD CONSTRAINT oidc_payload_hash CHECK (octet_length(hash) = 32);
    `);
  }

  /** What was hashed cannot be found by its id any more: everybody has to sign in again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM oidc_payload;
      ALTER TABLE oidc_payload DROP CONSTRAINT oidc_payload_hash, ALTER COLUMN hash TYPE text USING encode(hash, 'hex');
      ALTER TABLE oidc_payload RENAME COLUMN hash TO id;
    `);
  }
}
