import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a domain be imported, which nobody finds until all of it is there. */
export class ImportDomains1799000055000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain ADD COLUMN importing_until timestamptz,
        DROP CONSTRAINT domain_status,
        ADD CONSTRAINT domain_status CHECK (status IN ('pending', 'active', 'degraded', 'failed', 'deleting', 'importing')),
        ADD CONSTRAINT domain_importing CHECK (status <> 'importing' OR importing_until IS NOT NULL)
    `);
    await runner.query(`CREATE INDEX domain_importing_until ON domain (importing_until) WHERE status = 'importing'`);
    await runner.query(`
      CREATE TABLE domain_origin (
        domain_id uuid NOT NULL,
        keys bytea NOT NULL,
        imported_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT domain_origin_pk PRIMARY KEY (domain_id),
        CONSTRAINT domain_origin_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE domain_origin');
    await runner.query(`
      ALTER TABLE domain DROP CONSTRAINT domain_importing, DROP CONSTRAINT domain_status,
        ADD CONSTRAINT domain_status CHECK (status IN ('pending', 'active', 'degraded', 'failed', 'deleting')),
        DROP COLUMN importing_until
    `);
  }
}
