import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a request that waits for the network reserve its Idempotency-Key by a lease instead of an open transaction. */
export class LeaseIdempotencyKeys1796000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_answer ADD COLUMN lease_id uuid, ADD COLUMN leased_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM idempotency_answer WHERE lease_id IS NOT NULL;
      ALTER TABLE idempotency_answer DROP COLUMN lease_id, DROP COLUMN leased_until;
    `);
  }
}
