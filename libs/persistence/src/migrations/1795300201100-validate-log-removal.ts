import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads all entries with a lock that lets others read and write. The table then becomes a partition without being read again. */
export class ValidateLogRemoval1795300201100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_entry VALIDATE CONSTRAINT log_entry_month');
  }

  async down(): Promise<void> {
    // A validated constraint is removed with its column.
  }
}
