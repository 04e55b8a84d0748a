import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a worker that lost the response to its lease end it. Workers of the previous release write none. */
export class NameMessageLeases1795300401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message ADD COLUMN lease_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message DROP COLUMN lease_id');
  }
}
