import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Encrypts personal data of new log entries with a key for each user. Earlier entries keep theirs, because their hashes cover them. Entries
 * can be found by the API key that caused them.
 */
export class EncryptPersonalLogData1795200101100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_key (
        domain_id uuid NOT NULL,
        sub uuid NOT NULL,
        encrypted bytea NOT NULL,
        CONSTRAINT log_key_pk PRIMARY KEY (domain_id, sub),
        CONSTRAINT log_key_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      ALTER TABLE log_entry ADD COLUMN encrypted_data bytea;
      CREATE INDEX log_entry_api_key ON log_entry (domain_id, actor_id, sequence) WHERE actor_type = 'api_key' AND sequence IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX log_entry_api_key; ALTER TABLE log_entry DROP COLUMN encrypted_data; DROP TABLE log_key');
  }
}
