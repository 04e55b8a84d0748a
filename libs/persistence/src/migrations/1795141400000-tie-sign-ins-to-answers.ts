import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which answer of an identity provider somebody has come so far: of several in one interaction, one counts. */
export class TieSignInsToAnswers1795141400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_progress ADD federation text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_progress DROP federation');
  }
}
