import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Magic links and sign-ins that are under way know the epoch of their user in which they began: none of them outlives the end of all that the
 * user is signed in to. Null: it was made by a version that did not know of it.
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
