import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which DNS records were created for domains, and since when some may exist. */
export class ProvisionDomains1795140500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain ADD dns_target text, ADD dns_begun_at timestamptz;
      CREATE INDEX domain_dns_target ON domain (dns_target) WHERE kind = 'sandbox' AND status = 'active';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX domain_dns_target;
      ALTER TABLE domain DROP dns_target, DROP dns_begun_at;
    `);
  }
}
