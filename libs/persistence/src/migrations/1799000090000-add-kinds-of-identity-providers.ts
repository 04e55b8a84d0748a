import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Permits identity providers that speak OAuth 2.0 alone, and client secrets that are signed for each request. */
export class AddKindsOfIdentityProviders1799000090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE identity_provider
        ADD COLUMN kind text NOT NULL DEFAULT 'oidc' CONSTRAINT identity_provider_kind CHECK (kind IN ('oidc', 'oauth2')),
        ADD COLUMN oauth2 jsonb,
        ADD COLUMN apple_key jsonb,
        ADD CONSTRAINT identity_provider_oauth2 CHECK ((kind = 'oauth2') = (oauth2 IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identity_provider DROP COLUMN kind, DROP COLUMN oauth2, DROP COLUMN apple_key');
  }
}
