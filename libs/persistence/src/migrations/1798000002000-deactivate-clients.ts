import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets operators deactivate clients. Replicas of the previous release ignore that: an inactive client gets tokens from them. */
export class DeactivateClients1798000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD active boolean NOT NULL DEFAULT true, ADD deactivated_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP active, DROP deactivated_at');
  }
}
