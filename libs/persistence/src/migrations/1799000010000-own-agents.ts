import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores whose an agent is and when it ends. The previous release knows neither, and creates clients without. */
export class OwnAgents1799000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN owner_id uuid, ADD COLUMN expires_at timestamptz');
    await runner.query(`
      ALTER TABLE client ADD CONSTRAINT client_owner_user FOREIGN KEY (domain_id, owner_id) REFERENCES end_user (domain_id, sub) NOT VALID
    `);
    await runner.query('ALTER TABLE client VALIDATE CONSTRAINT client_owner_user');
    await runner.query('CREATE INDEX client_owner ON client (domain_id, owner_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_owner');
    await runner.query('ALTER TABLE client DROP COLUMN owner_id, DROP COLUMN expires_at');
  }
}
