import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A worker that lost the answer to its lease can end it. Workers of the release before write none. */
export class NameMessageLeases1795300401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message ADD COLUMN lease_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message DROP COLUMN lease_id');
  }
}
