import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the settings of clients that no operator registers. Rows are deleted with their domain, because a worker of the previous release
 * does not know them when it deletes domains.
 */
export class CreateClientRegistration1799000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_registration (
        domain_id uuid CONSTRAINT client_registration_pk PRIMARY KEY
          CONSTRAINT client_registration_domain REFERENCES domain (id) ON DELETE CASCADE,
        metadata_documents jsonb NOT NULL,
        dynamic_registration jsonb NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_registration');
  }
}
