import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFormSubmission1796000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE form_submission (
        domain_id uuid NOT NULL,
        browser bytea NOT NULL,
        hash bytea NOT NULL,
        outcome bytea,
        expires_at timestamptz NOT NULL,
        CONSTRAINT form_submission_pk PRIMARY KEY (domain_id, browser, hash),
        CONSTRAINT form_submission_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX form_submission_expiry ON form_submission (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE form_submission');
  }
}
