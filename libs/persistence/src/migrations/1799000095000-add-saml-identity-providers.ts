import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Permits identity providers that speak SAML 2.0. */
export class AddSamlIdentityProviders1799000095000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE identity_provider
        DROP CONSTRAINT identity_provider_kind,
        ADD CONSTRAINT identity_provider_kind CHECK (kind IN ('oidc', 'oauth2', 'saml')),
        ADD COLUMN saml jsonb,
        ADD CONSTRAINT identity_provider_saml CHECK ((kind = 'saml') = (saml IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE identity_provider
        DROP COLUMN saml,
        DROP CONSTRAINT identity_provider_kind,
        ADD CONSTRAINT identity_provider_kind CHECK (kind IN ('oidc', 'oauth2'))`);
  }
}
