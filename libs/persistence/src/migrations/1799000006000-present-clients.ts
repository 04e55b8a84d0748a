import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PresentClients1799000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN presentation jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN presentation');
  }
}
