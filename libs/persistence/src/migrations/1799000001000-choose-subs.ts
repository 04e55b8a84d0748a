import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the `sub` of users whose `sub` is no UUID. The columns `sub` have an id made from it: see user-id.ts. What outlives the user has the
 * text too. Replicas of the previous release know only the id.
 */
export class ChooseSubs1799000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE end_user ADD sub_text text COLLATE "C";
      ALTER TABLE log_entry ADD sub_text text COLLATE "C";
      ALTER TABLE logout_notice ADD sub_text text COLLATE "C";
      ALTER TABLE ssf_event ADD sub_text text COLLATE "C";
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ssf_event DROP sub_text;
      ALTER TABLE logout_notice DROP sub_text;
      ALTER TABLE log_entry DROP sub_text;
      ALTER TABLE end_user DROP sub_text;
    `);
  }
}
