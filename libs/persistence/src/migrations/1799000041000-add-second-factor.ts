import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactor1799000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain ADD COLUMN second_factor text NOT NULL DEFAULT 'AsClientsAsk'
        CONSTRAINT domain_second_factor CHECK (second_factor IN ('AsClientsAsk', 'Always'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain DROP COLUMN second_factor');
  }
}
