import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts wrong codes from known browsers separately, so that strangers cannot use up their attempts. */
export class CountKnownBrowsersApart1795141760000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE totp ADD known_failures integer NOT NULL DEFAULT 0, ADD known_locked_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE totp DROP known_locked_until, DROP known_failures');
  }
}
