import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the evidence of domain deletions. A running deletion gets its row from the worker that continues it. */
export class CreateDomainDeletion1795200101000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE domain_deletion (
        id uuid DEFAULT gen_random_uuid() CONSTRAINT domain_deletion_pk PRIMARY KEY,
        subscription_id uuid NOT NULL CONSTRAINT domain_deletion_subscription REFERENCES subscription (id) ON DELETE CASCADE,
        domain text NOT NULL,
        deleted_domain_id uuid NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        completed_at timestamptz,
        removed_rows jsonb NOT NULL DEFAULT '{}',
        log_sequence bigint,
        log_hash text,
        receipt text
      );
      CREATE INDEX domain_deletion_requester ON domain_deletion (subscription_id);
      CREATE INDEX domain_deletion_running ON domain_deletion (deleted_domain_id) WHERE completed_at IS NULL;
      CREATE UNIQUE INDEX domain_deletion_of ON domain_deletion (deleted_domain_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE domain_deletion');
  }
}
