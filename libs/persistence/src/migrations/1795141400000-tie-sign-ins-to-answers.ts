import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ties completed factors to one of several federated sign-ins in an interaction. */
export class TieSignInsToAnswers1795141400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_progress ADD federation text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_progress DROP federation');
  }
}
