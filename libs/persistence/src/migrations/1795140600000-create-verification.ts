import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the state of custom domains' verification, and the status of served domains that no longer point here. */
export class CreateVerification1795140600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain DROP CONSTRAINT domain_status;
      ALTER TABLE domain ADD CONSTRAINT domain_status CHECK (status IN ('pending', 'active', 'degraded', 'failed', 'deleting'));
      CREATE INDEX domain_check ON domain (next_check_at) WHERE next_check_at IS NOT NULL;

      CREATE TABLE verification (
        domain_id uuid NOT NULL CONSTRAINT verification_domain REFERENCES domain (id),
        token text NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        checked_at timestamptz,
        findings jsonb,
        CONSTRAINT verification_pk PRIMARY KEY (domain_id)
      );

      INSERT INTO verification (domain_id, token)
      SELECT id, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') FROM domain WHERE kind = 'custom' AND status = 'pending';
      UPDATE domain SET next_check_at = now() WHERE kind = 'custom' AND status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE verification;
      DROP INDEX domain_check;
      UPDATE domain SET status = 'active' WHERE status = 'degraded';
      ALTER TABLE domain DROP CONSTRAINT domain_status;
      ALTER TABLE domain ADD CONSTRAINT domain_status CHECK (status IN ('pending', 'active', 'failed', 'deleting'));
    `);
  }
}
