import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds permissions, domains and networks of API keys. Replicas of the previous release read the role instead. */
export class LimitApiKeys1798000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD permissions text[], ADD domains text[], ADD networks text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP permissions, DROP domains, DROP networks');
  }
}
