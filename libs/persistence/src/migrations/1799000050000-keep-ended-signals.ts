import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps security events that their receivers have accepted or refused, and what receivers answer. They have a table of their own, because
 * the previous release sends every row of `ssf_event`. Rows are deleted with their stream, because that release does not know them.
 */
export class KeepEndedSignals1799000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ssf_event
        ADD COLUMN attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN last_attempt_at timestamptz,
        ADD COLUMN endpoint text,
        ADD COLUMN response_status integer,
        ADD COLUMN duration_ms integer,
        ADD COLUMN error text,
        ADD COLUMN response_body text,
        ADD COLUMN replayed_at timestamptz;

      CREATE TABLE ssf_ended_event (
        LIKE ssf_event INCLUDING DEFAULTS,
        status text NOT NULL CONSTRAINT ssf_ended_event_status CHECK (status IN ('delivered', 'failed')),
        ended_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ssf_ended_event_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT ssf_ended_event_stream FOREIGN KEY (domain_id, stream_id) REFERENCES ssf_stream (domain_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ssf_ended_event_position ON ssf_ended_event (domain_id, stream_id, position);
      CREATE INDEX ssf_ended_event_age ON ssf_ended_event (ended_at);
      CREATE INDEX ssf_ended_event_change ON ssf_ended_event (domain_id, change_entry_id) WHERE change_entry_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE ssf_ended_event;
      ALTER TABLE ssf_event
        DROP COLUMN attempts, DROP COLUMN last_attempt_at, DROP COLUMN endpoint, DROP COLUMN response_status, DROP COLUMN duration_ms,
        DROP COLUMN error, DROP COLUMN response_body, DROP COLUMN replayed_at;
    `);
  }
}
