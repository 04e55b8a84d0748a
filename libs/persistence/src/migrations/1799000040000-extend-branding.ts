import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['dark_logo_url', 'favicon_url', 'corners', 'font', 'background_color', 'terms_uri', 'privacy_uri'];

export class ExtendBranding1799000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE branding ${COLUMNS.map((column) => `ADD COLUMN ${column} text`).join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE branding ${COLUMNS.map((column) => `DROP COLUMN ${column}`).join(', ')}`);
  }
}
