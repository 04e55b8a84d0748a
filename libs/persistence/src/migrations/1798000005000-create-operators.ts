import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates operators, who use the management API with access tokens. Replicas of the previous release accept API keys alone. */
export class CreateOperators1798000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator (
        subscription_id uuid NOT NULL CONSTRAINT operator_subscription REFERENCES subscription (id) ON DELETE CASCADE,
        operator_id text NOT NULL,
        issuer text NOT NULL,
        subject text NOT NULL,
        name text NOT NULL,
        permissions text[] NOT NULL,
        domains text[],
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz,
        CONSTRAINT operator_pk PRIMARY KEY (subscription_id, operator_id)
      );
      CREATE UNIQUE INDEX operator_identity ON operator (issuer, subject);

      CREATE TABLE operator_proof (
        subscription_id uuid NOT NULL CONSTRAINT operator_proof_subscription REFERENCES subscription (id) ON DELETE CASCADE,
        hash bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT operator_proof_pk PRIMARY KEY (subscription_id, hash)
      );
      CREATE INDEX operator_proof_expiry ON operator_proof (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operator_proof, operator');
  }
}
