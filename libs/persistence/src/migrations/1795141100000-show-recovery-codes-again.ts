import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets new recovery codes be shown again until their user has confirmed them. */
export class ShowRecoveryCodesAgain1795141100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE recovery_code
        ADD sealed bytea,
        ADD shown_in text,
        ADD shown_until timestamptz;
      CREATE INDEX recovery_code_shown ON recovery_code (shown_until) WHERE shown_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recovery_code DROP sealed, DROP shown_in, DROP shown_until');
  }
}
