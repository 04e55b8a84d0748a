import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Permits identity providers without a nonce, with form_post responses, and with required claims. */
export class RelaxIdentityProviders1796000006001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE identity_provider
        ADD COLUMN require_nonce boolean NOT NULL DEFAULT true,
        ADD COLUMN response_mode text CONSTRAINT identity_provider_response_mode CHECK (response_mode IN ('form_post')),
        ADD COLUMN required_claims jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE identity_provider DROP COLUMN require_nonce, DROP COLUMN response_mode, DROP COLUMN required_claims');
  }
}
