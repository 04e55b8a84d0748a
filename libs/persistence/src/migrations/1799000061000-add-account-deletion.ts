import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddAccountDeletion1799000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain ADD COLUMN account_deletion boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain DROP COLUMN account_deletion');
  }
}
