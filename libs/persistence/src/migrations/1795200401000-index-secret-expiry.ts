import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexSecretExpiry1795200401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX client_secret_expiry ON client_secret (expires_at) WHERE expires_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_secret_expiry');
  }
}
