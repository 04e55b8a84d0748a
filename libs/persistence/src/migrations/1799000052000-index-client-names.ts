import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the presented names of clients to the index that lists and searches read. The previous release has no presentations. */
export class IndexClientNames1799000052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client ADD COLUMN name_key text COLLATE "C";
      UPDATE client SET name_key = lower(presentation ->> 'name') WHERE presentation IS NOT NULL;
      DROP INDEX client_order;
      CREATE INDEX client_order ON client (domain_id, created_at, client_id, name_key);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client DROP COLUMN name_key;
      CREATE INDEX client_order ON client (domain_id, created_at, client_id);
    `);
  }
}
