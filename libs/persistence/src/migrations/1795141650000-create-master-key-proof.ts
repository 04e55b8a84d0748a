import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the value that is encrypted with the database's master key. */
export class CreateMasterKeyProof1795141650000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE master_key_proof (
        singleton boolean CONSTRAINT master_key_proof_pk PRIMARY KEY DEFAULT true CONSTRAINT master_key_proof_singleton CHECK (singleton),
        encrypted bytea NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE master_key_proof');
  }
}
