import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds quotas of subscriptions. */
export class LimitSubscriptions1798000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscription ADD quota jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscription DROP quota');
  }
}
