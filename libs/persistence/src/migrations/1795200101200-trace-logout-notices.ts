import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TraceLogoutNotices1795200101200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logout_notice ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logout_notice DROP COLUMN traceparent');
  }
}
