import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives each log entry the date from which it may be removed. The default is a constant, so that neither the entries nor those that the
 * previous release writes meanwhile are rewritten, and all of them belong to one partition.
 */
export class DateLogRemoval1795300201000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ date, month, next }] = (await runner.query(
      `SELECT day::text AS date, date_trunc('month', day)::date::text AS month, (date_trunc('month', day) + interval '1 month')::date::text AS next
       FROM (SELECT (now() AT TIME ZONE 'UTC')::date + 400 AS day) AS removal`,
    )) as [{ date: string; month: string; next: string }];
    await runner.query(`
      ALTER TABLE log_entry ADD COLUMN removed_from date NOT NULL DEFAULT '${date}',
        ADD CONSTRAINT log_entry_month CHECK (removed_from >= '${month}' AND removed_from < '${next}') NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_entry DROP COLUMN removed_from');
  }
}
