import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates streams of security events for clients, and their pending events. */
export class CreateSharedSignals1795200201000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ssf_stream (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        client_id text NOT NULL,
        events_requested text[] NOT NULL,
        description text,
        status text NOT NULL DEFAULT 'enabled' CONSTRAINT ssf_stream_status CHECK (status IN ('enabled', 'paused', 'disabled')),
        status_reason text,
        verified_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ssf_stream_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT ssf_stream_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX ssf_stream_owner ON ssf_stream (domain_id, client_id);

      CREATE TABLE ssf_removed_subject (
        domain_id uuid NOT NULL,
        stream_id uuid NOT NULL,
        subject uuid NOT NULL,
        CONSTRAINT ssf_removed_subject_pk PRIMARY KEY (domain_id, stream_id, subject),
        CONSTRAINT ssf_removed_subject_stream FOREIGN KEY (domain_id, stream_id) REFERENCES ssf_stream (domain_id, id) ON DELETE CASCADE
      );

      CREATE TABLE ssf_event (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        stream_id uuid NOT NULL,
        position bigint NOT NULL DEFAULT nextval('revision'),
        event_type text NOT NULL,
        subject uuid,
        payload jsonb NOT NULL,
        txn text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ssf_event_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT ssf_event_stream FOREIGN KEY (domain_id, stream_id) REFERENCES ssf_stream (domain_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ssf_event_position ON ssf_event (domain_id, stream_id, position);
      CREATE INDEX ssf_event_age ON ssf_event (created_at);

      CREATE OR REPLACE FUNCTION add_to_webhook_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhook WHERE domain_id = NEW.domain_id AND enabled)
          OR EXISTS (SELECT FROM ssf_stream WHERE domain_id = NEW.domain_id AND status <> 'disabled') THEN
          INSERT INTO webhook_outbox (domain_id, entry_id) VALUES (NEW.domain_id, NEW.id);
        END IF;
        RETURN NULL;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION add_to_webhook_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhook WHERE domain_id = NEW.domain_id AND enabled) THEN
          INSERT INTO webhook_outbox (domain_id, entry_id) VALUES (NEW.domain_id, NEW.id);
        END IF;
        RETURN NULL;
      END $$;
      DROP TABLE ssf_event, ssf_removed_subject, ssf_stream;
    `);
  }
}
