import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NameGroups1799000009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE role ADD COLUMN display_name text, ADD COLUMN external_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE role DROP COLUMN external_id, DROP COLUMN display_name');
  }
}
