import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePageText1799000111000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE page_text (
        domain_id uuid NOT NULL CONSTRAINT page_text_domain REFERENCES domain,
        language text COLLATE "C" NOT NULL,
        texts jsonb NOT NULL,
        CONSTRAINT page_text_pk PRIMARY KEY (domain_id, language))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE page_text');
  }
}
