import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives the end of each log's chain a MAC and the hash of the last checkpoint. Existing heads get theirs in the background. Webhooks
 * receive checkpoints.
 */
export class AuthenticateLogHeads1796000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_chain ADD COLUMN checkpoint_hash bytea, ADD COLUMN mac bytea;
      ALTER TABLE webhook_delivery ADD COLUMN checkpoint_sequence bigint;
      CREATE TABLE log_head_key (
        singleton boolean DEFAULT true CONSTRAINT log_head_key_pk PRIMARY KEY CONSTRAINT log_head_key_singleton CHECK (singleton),
        encrypted bytea NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE webhook_delivery DROP COLUMN checkpoint_sequence; DROP TABLE log_head_key; ALTER TABLE log_chain DROP COLUMN checkpoint_hash, DROP COLUMN mac',
    );
  }
}
