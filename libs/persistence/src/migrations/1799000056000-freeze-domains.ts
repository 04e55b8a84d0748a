import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a domain take no changes while it moves to another installation. */
export class FreezeDomains1799000056000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain ADD COLUMN frozen_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain DROP COLUMN frozen_at');
  }
}
