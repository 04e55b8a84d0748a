import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows are deleted with their domain, because a worker of the previous release does not know them when it deletes domains. */
export class CreateLogRetention1795200501000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_retention (
        domain_id uuid CONSTRAINT log_retention_pk PRIMARY KEY CONSTRAINT log_retention_domain REFERENCES domain (id) ON DELETE CASCADE,
        days integer NOT NULL,
        personal_days integer NOT NULL,
        CONSTRAINT log_retention_days CHECK (days BETWEEN 30 AND 3650),
        CONSTRAINT log_retention_personal_days CHECK (personal_days BETWEEN 30 AND days)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_retention');
  }
}
