import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes clients with a presentation, whose names a search looks through. */
export class IndexNamedClients1799000051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX client_named ON client (domain_id, client_id) WHERE presentation IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX client_named');
  }
}
