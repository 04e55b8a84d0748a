import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates imports of users and their lines. Both are deleted with their domain, because the previous release does not know them. */
export class CreateUserImport1799000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_import (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        status text NOT NULL DEFAULT 'Uploading',
        dry_run boolean NOT NULL,
        position integer NOT NULL DEFAULT 0,
        read integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        updated integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        errors json NOT NULL DEFAULT '[]',
        actor json NOT NULL,
        leased_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        completed_at timestamptz,
        CONSTRAINT user_import_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT user_import_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE,
        CONSTRAINT user_import_status CHECK (status IN ('Uploading', 'Running', 'Completed', 'Removing'))
      )
    `);
    await runner.query(`CREATE INDEX user_import_open ON user_import (domain_id, created_at) WHERE status <> 'Completed'`);
    await runner.query('CREATE INDEX user_import_age ON user_import (completed_at) WHERE completed_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE user_import_line (
        domain_id uuid NOT NULL,
        import_id uuid NOT NULL,
        number integer NOT NULL,
        content bytea,
        sub uuid,
        username_key text COLLATE "C",
        CONSTRAINT user_import_line_pk PRIMARY KEY (domain_id, import_id, number),
        CONSTRAINT user_import_line_import FOREIGN KEY (domain_id, import_id) REFERENCES user_import (domain_id, id) ON DELETE CASCADE
      )
    `);
    await runner.query('CREATE INDEX user_import_line_sub ON user_import_line (domain_id, import_id, sub) WHERE sub IS NOT NULL');
    await runner.query(
      'CREATE INDEX user_import_line_username ON user_import_line (domain_id, import_id, username_key) WHERE username_key IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_import_line, user_import');
  }
}
