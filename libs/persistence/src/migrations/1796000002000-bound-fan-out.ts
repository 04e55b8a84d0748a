import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores changed attributes once for all streams, and sets aside entries that cannot be assigned to webhooks and streams. */
export class BoundFanOut1796000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ssf_change (
        domain_id uuid NOT NULL CONSTRAINT ssf_change_domain REFERENCES domain (id),
        entry_id bigint NOT NULL,
        sub uuid NOT NULL,
        commitment text NOT NULL,
        encrypted bytea NOT NULL,
        key_month date NOT NULL,
        CONSTRAINT ssf_change_pk PRIMARY KEY (domain_id, entry_id)
      );
      ALTER TABLE ssf_event ADD COLUMN change_entry_id bigint, ADD COLUMN change_attributes text[];
      CREATE INDEX ssf_event_change ON ssf_event (domain_id, change_entry_id) WHERE change_entry_id IS NOT NULL;

      ALTER TABLE webhook_outbox ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN error text, ADD COLUMN set_aside_at timestamptz;
      CREATE INDEX webhook_outbox_waiting ON webhook_outbox (domain_id, entry_id) WHERE set_aside_at IS NULL;
      CREATE INDEX webhook_outbox_set_aside ON webhook_outbox (domain_id, entry_id) WHERE set_aside_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX webhook_outbox_set_aside, webhook_outbox_waiting;
      ALTER TABLE webhook_outbox DROP COLUMN failures, DROP COLUMN error, DROP COLUMN set_aside_at;
      DELETE FROM ssf_event WHERE change_entry_id IS NOT NULL;
      DROP INDEX ssf_event_change;
      ALTER TABLE ssf_event DROP COLUMN change_entry_id, DROP COLUMN change_attributes;
      DROP TABLE ssf_change;
    `);
  }
}
