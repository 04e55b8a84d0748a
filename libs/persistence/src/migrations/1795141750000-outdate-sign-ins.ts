import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the sign-in epoch with magic links and pending sign-ins, so that none of them outlives the end of all sessions of the user. Null
 * if an earlier version has created the row.
 */
export class OutdateSignIns1795141750000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE magic_link ADD sign_in_epoch integer');
    await runner.query('ALTER TABLE sign_in_progress ADD sign_in_epoch integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_progress DROP sign_in_epoch');
    await runner.query('ALTER TABLE magic_link DROP sign_in_epoch');
  }
}
