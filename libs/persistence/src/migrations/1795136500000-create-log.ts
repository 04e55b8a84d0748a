import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the log of each domain, stored responses for idempotency keys, roles and rate limits of API keys, and the last use of secrets.
 */
export class CreateLog1795136500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_entry (
        domain_id uuid NOT NULL CONSTRAINT log_entry_domain REFERENCES domain (id),
        id bigint GENERATED ALWAYS AS IDENTITY,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        operation text NOT NULL,
        actor_type text NOT NULL CONSTRAINT log_entry_actor_type CHECK (actor_type IN ('api_key', 'operator', 'user', 'service')),
        actor_id text,
        actor_name text,
        request_id text,
        sub uuid,
        client_id text,
        changed text[] NOT NULL,
        CONSTRAINT log_entry_pk PRIMARY KEY (domain_id, id)
      );
      CREATE INDEX log_entry_sub ON log_entry (domain_id, sub, id) WHERE sub IS NOT NULL;
      CREATE INDEX log_entry_operation ON log_entry (domain_id, operation, id);

      CREATE TABLE idempotency_answer (
        subscription_id uuid NOT NULL CONSTRAINT idempotency_answer_subscription REFERENCES subscription (id) ON DELETE CASCADE,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        domain_name text,
        body bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_answer_pk PRIMARY KEY (subscription_id, key)
      );
      CREATE INDEX idempotency_answer_domain ON idempotency_answer (subscription_id, domain_name) WHERE domain_name IS NOT NULL;
      CREATE INDEX idempotency_answer_age ON idempotency_answer (created_at);

      -- The shape is that of the library that counts.
      CREATE TABLE rate_limit (
        key varchar(255) CONSTRAINT rate_limit_pk PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      );

      ALTER TABLE api_key
        ADD COLUMN role text NOT NULL DEFAULT 'admin' CONSTRAINT api_key_role CHECK (role IN ('admin', 'read-only')),
        ADD COLUMN expires_at timestamptz,
        ADD COLUMN last_used_at timestamptz;

      CREATE TABLE client_secret_use (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        secret_id uuid NOT NULL,
        last_used_at timestamptz NOT NULL,
        CONSTRAINT client_secret_use_pk PRIMARY KEY (domain_id, client_id, secret_id),
        CONSTRAINT client_secret_use_secret FOREIGN KEY (domain_id, client_id, secret_id)
          REFERENCES client_secret (domain_id, client_id, id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE rate_limit, client_secret_use, idempotency_answer, log_entry;
      ALTER TABLE api_key DROP COLUMN role, DROP COLUMN expires_at, DROP COLUMN last_used_at;
    `);
  }
}
