import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the branding of domains' pages. */
export class CreateBranding1795140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE branding (
        domain_id uuid CONSTRAINT branding_pk PRIMARY KEY CONSTRAINT branding_domain REFERENCES domain (id),
        name text,
        logo_url text,
        accent_color text
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE branding');
  }
}
