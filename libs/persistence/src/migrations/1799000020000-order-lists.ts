import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes clients and domains in the order of their lists, with all that a search and the count of its matches read. */
export class OrderLists1799000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX client_order ON client (domain_id, created_at, client_id)');
    await runner.query(`CREATE INDEX domain_order ON domain (subscription_id, created_at, name) WHERE status <> 'deleting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_order, domain_order');
  }
}
