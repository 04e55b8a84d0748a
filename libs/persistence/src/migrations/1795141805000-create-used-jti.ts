import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsedJti1795141805000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE used_jti (
        domain_id uuid NOT NULL,
        hash bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT used_jti_pk PRIMARY KEY (domain_id, hash),
        CONSTRAINT used_jti_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX used_jti_expiry ON used_jti (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE used_jti');
  }
}
