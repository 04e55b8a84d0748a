import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates what is known of clients that registered themselves. Rows are deleted with their client, because the previous release does not
 * know them.
 */
export class CreateRegisteredClient1799000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE registered_client (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        token_hash bytea NOT NULL,
        used boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT registered_client_pk PRIMARY KEY (domain_id, client_id),
        CONSTRAINT registered_client_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX registered_client_unused ON registered_client (domain_id, created_at) WHERE NOT used');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE registered_client');
  }
}
