import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Assigns the records of oidc-provider to users and sessions, so that they end together. */
export class OwnPayloads1795140300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE oidc_payload
        ADD COLUMN sub uuid,
        ADD COLUMN session_uid text,
        -- A payload is only handed back. As jsonb it could not have the NULs that a client may send in state or nonce.
        ALTER COLUMN payload TYPE json,
        ADD CONSTRAINT oidc_payload_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE;
      CREATE INDEX oidc_payload_sub ON oidc_payload (domain_id, sub);
      CREATE INDEX oidc_payload_session ON oidc_payload (domain_id, session_uid) WHERE session_uid IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oidc_payload DROP COLUMN session_uid, DROP COLUMN sub, ALTER COLUMN payload TYPE jsonb');
  }
}
