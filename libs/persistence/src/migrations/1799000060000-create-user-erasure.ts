import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts of erased users. */
export class CreateUserErasure1799000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_erasure (
        domain_id uuid NOT NULL CONSTRAINT user_erasure_domain REFERENCES domain (id),
        id uuid NOT NULL,
        sub uuid NOT NULL,
        sub_text text COLLATE "C",
        erased_at timestamptz NOT NULL,
        receipt text NOT NULL,
        CONSTRAINT user_erasure_pk PRIMARY KEY (domain_id, id)
      );
      CREATE INDEX user_erasure_sub ON user_erasure (domain_id, sub);
      CREATE INDEX user_erasure_time ON user_erasure (domain_id, erased_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_erasure');
  }
}
