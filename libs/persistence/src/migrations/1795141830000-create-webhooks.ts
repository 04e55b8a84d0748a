import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates webhooks and their deliveries. */
export class CreateWebhooks1795141830000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook (
        domain_id uuid NOT NULL CONSTRAINT webhook_domain REFERENCES domain (id),
        id uuid NOT NULL,
        url text NOT NULL,
        event_types text[] NOT NULL,
        enabled boolean NOT NULL,
        description text,
        secret bytea NOT NULL,
        previous_secret bytea,
        previous_secret_expires_at timestamptz,
        private_key bytea NOT NULL,
        public_key bytea NOT NULL,
        disabled_reason text,
        failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz,
        next_attempt_at timestamptz,
        leases integer NOT NULL DEFAULT 0,
        leased_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT webhook_pk PRIMARY KEY (domain_id, id)
      );
      CREATE INDEX webhook_due ON webhook (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

      -- Without a key to log_entry: old entries are removed before their deliveries.
      CREATE TABLE webhook_delivery (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        webhook_id uuid NOT NULL,
        position bigint NOT NULL DEFAULT nextval('revision'),
        entry_id bigint,
        event_type text NOT NULL,
        status text NOT NULL DEFAULT 'pending'
          CONSTRAINT webhook_delivery_status CHECK (status IN ('pending', 'delivered', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_attempt_at timestamptz,
        response_status integer,
        duration_ms integer,
        error text,
        CONSTRAINT webhook_delivery_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT webhook_delivery_webhook FOREIGN KEY (domain_id, webhook_id) REFERENCES webhook (domain_id, id) ON DELETE CASCADE
      );
      CREATE INDEX webhook_delivery_position ON webhook_delivery (domain_id, webhook_id, position);
      CREATE INDEX webhook_delivery_pending ON webhook_delivery (domain_id, webhook_id, position) WHERE status = 'pending';
      CREATE INDEX webhook_delivery_age ON webhook_delivery (occurred_at) WHERE status <> 'pending';

      CREATE TABLE webhook_outbox (
        domain_id uuid NOT NULL CONSTRAINT webhook_outbox_domain REFERENCES domain (id),
        entry_id bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT webhook_outbox_pk PRIMARY KEY (domain_id, entry_id)
      );
      CREATE INDEX webhook_outbox_entry ON webhook_outbox (entry_id);

      -- Several statements write the log. The trigger sees all of them, in their transaction and without another round trip.
      CREATE FUNCTION add_to_webhook_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhook WHERE domain_id = NEW.domain_id AND enabled) THEN
          INSERT INTO webhook_outbox (domain_id, entry_id) VALUES (NEW.domain_id, NEW.id);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER log_entry_webhook_outbox AFTER INSERT ON log_entry FOR EACH ROW EXECUTE FUNCTION add_to_webhook_outbox();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER log_entry_webhook_outbox ON log_entry;
      DROP FUNCTION add_to_webhook_outbox();
      DROP TABLE webhook_outbox, webhook_delivery, webhook;
    `);
  }
}
