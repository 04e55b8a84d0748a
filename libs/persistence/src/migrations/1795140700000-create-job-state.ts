import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the state of domains' jobs, and rate limits that can be found by domain. */
export class CreateJobState1795140700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_state (
        domain_id uuid NOT NULL CONSTRAINT job_state_domain REFERENCES domain (id) ON DELETE CASCADE,
        queue text NOT NULL,
        state text NOT NULL CONSTRAINT job_state_state CHECK (state IN ('running', 'waiting', 'failed')),
        attempts integer NOT NULL,
        last_error text,
        next_attempt_at timestamptz NOT NULL,
        CONSTRAINT job_state_pk PRIMARY KEY (domain_id, queue)
      );

      -- Counts within a domain begin with its id: in the order of their bytes they stand together.
      ALTER TABLE rate_limit ALTER COLUMN key TYPE varchar(255) COLLATE "C";
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rate_limit ALTER COLUMN key TYPE varchar(255) COLLATE "default";
      DROP TABLE job_state;
    `);
  }
}
