import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEditableAttributes1799000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain ADD COLUMN editable_attributes text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain DROP COLUMN editable_attributes');
  }
}
