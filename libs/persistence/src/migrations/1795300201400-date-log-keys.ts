import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives users a key for the entries of each month, so that personal data can be erased before the user is deleted. */
export class DateLogKeys1795300201400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_key DROP CONSTRAINT log_key_pk, ADD COLUMN month date;
      INSERT INTO log_key (domain_id, sub, month, encrypted)
      SELECT DISTINCT domain_id, sub, date_trunc('month', at AT TIME ZONE 'UTC')::date, encrypted FROM log_key JOIN log_entry USING (domain_id, sub)
      WHERE encrypted_data IS NOT NULL;
      DELETE FROM log_key WHERE month IS NULL;
      ALTER TABLE log_key ALTER COLUMN month SET NOT NULL, ADD CONSTRAINT log_key_pk PRIMARY KEY (domain_id, sub, month);
      CREATE INDEX log_key_month ON log_key (domain_id, month);
    `);
  }

  /** Keeps the newest key of each user, so that data of other months are erased. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM log_key AS old USING log_key AS newer WHERE newer.domain_id = old.domain_id AND newer.sub = old.sub AND newer.month > old.month;
      ALTER TABLE log_key DROP COLUMN month, ADD CONSTRAINT log_key_pk PRIMARY KEY (domain_id, sub);
    `);
  }
}
