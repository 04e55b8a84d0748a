import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets clients use a rotated refresh token again for some seconds. Replicas of the previous release ignore this and treat such a use as a
 * replay.
 */
export class AddRefreshTokenLeeway1796000007001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN refresh_token_leeway integer');
    await runner.query(
      'ALTER TABLE client ADD CONSTRAINT client_refresh_token_leeway CHECK (refresh_token_leeway BETWEEN 0 AND 60) NOT VALID',
    );
    await runner.query('ALTER TABLE client VALIDATE CONSTRAINT client_refresh_token_leeway');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN refresh_token_leeway');
  }
}
