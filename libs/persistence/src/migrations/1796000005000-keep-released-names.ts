import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets operators choose names in the sandbox zone, so names of deleted domains must be kept from other subscriptions. */
export class KeepReleasedNames1796000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE released_name (name_hash bytea CONSTRAINT released_name_pk PRIMARY KEY, subscription_id uuid NOT NULL)',
    );
    await runner.query(
      `INSERT INTO released_name (name_hash, subscription_id)
       SELECT sha256(convert_to(domain, 'UTF8')), subscription_id FROM domain_deletion ORDER BY requested_at ON CONFLICT DO NOTHING`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE released_name');
  }
}
