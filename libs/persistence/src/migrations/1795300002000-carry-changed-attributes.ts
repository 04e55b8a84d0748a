import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores changed attributes for security events, encrypted with their user's key of the month. */
export class CarryChangedAttributes1795300002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_outbox ADD COLUMN changes_commitment text, ADD COLUMN encrypted_changes bytea, ADD COLUMN key_month date;
      ALTER TABLE ssf_event ADD COLUMN encrypted_payload bytea, ADD COLUMN key_month date;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM ssf_event WHERE encrypted_payload IS NOT NULL;
      ALTER TABLE ssf_event DROP COLUMN encrypted_payload, DROP COLUMN key_month;
      ALTER TABLE webhook_outbox DROP COLUMN changes_commitment, DROP COLUMN encrypted_changes, DROP COLUMN key_month;
    `);
  }
}
