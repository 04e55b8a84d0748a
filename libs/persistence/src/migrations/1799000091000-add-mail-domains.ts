import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets identity providers be found by the mail addresses of their people. */
export class AddMailDomains1799000091000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE identity_provider
        ADD COLUMN mail_domains text[] NOT NULL DEFAULT '{}',
        ADD COLUMN enforce_mail_domains boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identity_provider DROP COLUMN mail_domains, DROP COLUMN enforce_mail_domains');
  }
}
