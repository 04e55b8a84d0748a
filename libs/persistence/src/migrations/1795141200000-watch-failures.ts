import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts failed messages, and tracks DNS changes whose outcome is unknown. */
export class WatchFailures1795141200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX message_failed ON message (domain_id) WHERE state IN ('failed', 'expired');

      -- No foreign key to the domain: the change may come when that is gone.
      CREATE TABLE dns_attempt (
        owner uuid NOT NULL,
        begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        name text NOT NULL,
        is_unanswered boolean NOT NULL DEFAULT false,
        next_look_at timestamptz NOT NULL,
        CONSTRAINT dns_attempt_pk PRIMARY KEY (owner, begun_at)
      );
      CREATE INDEX dns_attempt_due ON dns_attempt (next_look_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE dns_attempt;
      DROP INDEX message_failed;
    `);
  }
}
