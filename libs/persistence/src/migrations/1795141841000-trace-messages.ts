import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TraceMessages1795141841000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message DROP COLUMN traceparent');
  }
}
