import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allows resources whose access tokens are JWTs with `typ` JWT. Replicas of the previous release issue them with `at+jwt`. */
export class AllowPlainJwts1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE resource DROP CONSTRAINT resource_token_format;
      ALTER TABLE resource ADD CONSTRAINT resource_token_format CHECK (token_format IN ('Jwt', 'PlainJwt', 'Opaque'));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE resource SET token_format = 'Jwt' WHERE token_format = 'PlainJwt';
      ALTER TABLE resource DROP CONSTRAINT resource_token_format;
      ALTER TABLE resource ADD CONSTRAINT resource_token_format CHECK (token_format IN ('Jwt', 'Opaque'));
    `);
  }
}
