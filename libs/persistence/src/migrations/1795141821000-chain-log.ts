import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forms a hash chain of each domain's entries, which signed checkpoints confirm. Earlier entries are chained in the background. */
export class ChainLog1795141821000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_entry ADD COLUMN sequence bigint, ADD COLUMN hash bytea, ADD COLUMN previous_hash bytea,
        ADD CONSTRAINT log_entry_chained CHECK (num_nulls(sequence, hash, previous_hash) IN (0, 3));
      DROP INDEX log_entry_sub;
      DROP INDEX log_entry_type;
      CREATE INDEX log_entry_unchained ON log_entry (domain_id, id) WHERE sequence IS NULL;
      CREATE UNIQUE INDEX log_entry_sequence ON log_entry (domain_id, sequence) WHERE sequence IS NOT NULL;
      CREATE INDEX log_entry_type ON log_entry (domain_id, type, sequence) WHERE sequence IS NOT NULL;
      CREATE INDEX log_entry_user ON log_entry (domain_id, sub, sequence) WHERE sub IS NOT NULL AND sequence IS NOT NULL;
      CREATE INDEX log_entry_client ON log_entry (domain_id, client_id, sequence) WHERE client_id IS NOT NULL AND sequence IS NOT NULL;
      CREATE INDEX log_entry_request ON log_entry (domain_id, request_id, sequence) WHERE request_id IS NOT NULL AND sequence IS NOT NULL;

      CREATE TABLE log_chain (
        domain_id uuid CONSTRAINT log_chain_pk PRIMARY KEY CONSTRAINT log_chain_domain REFERENCES domain (id),
        sequence bigint NOT NULL DEFAULT '0',
        hash bytea,
        checkpoint_sequence bigint NOT NULL DEFAULT '0',
        checkpoint_due_at timestamptz
      );
      CREATE INDEX log_chain_due ON log_chain (checkpoint_due_at) WHERE checkpoint_due_at IS NOT NULL;

      CREATE TABLE log_checkpoint (
        domain_id uuid NOT NULL CONSTRAINT log_checkpoint_domain REFERENCES domain (id),
        sequence bigint NOT NULL,
        jws text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT log_checkpoint_pk PRIMARY KEY (domain_id, sequence)
      );

      CREATE TABLE receipt_key (
        kid text CONSTRAINT receipt_key_pk PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE receipt_key, log_checkpoint, log_chain;
      ALTER TABLE log_entry DROP COLUMN sequence, DROP COLUMN hash, DROP COLUMN previous_hash;
      DROP INDEX IF EXISTS log_entry_unchained, log_entry_sequence, log_entry_type, log_entry_user, log_entry_client, log_entry_request;
      CREATE INDEX log_entry_sub ON log_entry (domain_id, sub, id) WHERE sub IS NOT NULL;
      CREATE INDEX log_entry_type ON log_entry (domain_id, type, id);
    `);
  }
}
