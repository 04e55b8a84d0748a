import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMailSender1799000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_sender (
        domain_id uuid CONSTRAINT mail_sender_pk PRIMARY KEY CONSTRAINT mail_sender_domain REFERENCES domain (id) ON DELETE CASCADE,
        name text,
        address text,
        selector text,
        public_key text,
        private_key bytea,
        verified boolean NOT NULL DEFAULT false,
        checked_at timestamptz,
        CONSTRAINT mail_sender_key CHECK ((address IS NULL) = (private_key IS NULL))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_sender');
  }
}
