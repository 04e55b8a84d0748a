import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates push endpoints of streams, and the time of their next attempt. */
export class PushSecurityEvents1795300001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ssf_stream
        ADD COLUMN push_endpoint text,
        ADD COLUMN authorization_header bytea,
        ADD COLUMN failures integer NOT NULL DEFAULT 0,
        ADD COLUMN failing_since timestamptz,
        ADD COLUMN next_attempt_at timestamptz,
        ADD COLUMN leases integer NOT NULL DEFAULT 0,
        ADD COLUMN leased_until timestamptz;
      CREATE INDEX ssf_stream_due ON ssf_stream (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ssf_stream
        DROP COLUMN push_endpoint,
        DROP COLUMN authorization_header,
        DROP COLUMN failures,
        DROP COLUMN failing_since,
        DROP COLUMN next_attempt_at,
        DROP COLUMN leases,
        DROP COLUMN leased_until;
    `);
  }
}
