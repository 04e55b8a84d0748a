import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSupportUri1796000008100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE branding ADD COLUMN support_uri text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE branding DROP COLUMN support_uri');
  }
}
