import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which attributes of a user come from an identity provider, and the user's sign-in epoch. */
export class ExtendUsers1795141300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE end_user
        ADD vouched_for text[] NOT NULL DEFAULT '{}',
        ADD sign_in_epoch integer NOT NULL DEFAULT 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE end_user DROP vouched_for, DROP sign_in_epoch');
  }
}
