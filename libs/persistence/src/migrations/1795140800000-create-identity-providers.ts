import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the identity providers of domains, links users to them, and lets log entries name one. */
export class CreateIdentityProviders1795140800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE identity_provider (
        domain_id uuid NOT NULL CONSTRAINT identity_provider_domain REFERENCES domain (id),
        name text COLLATE "C" NOT NULL,
        issuer text NOT NULL,
        client_id text NOT NULL,
        client_secret bytea,
        token_endpoint_auth_method text NOT NULL CONSTRAINT identity_provider_auth_method
          CHECK (token_endpoint_auth_method IN ('client_secret_basic', 'client_secret_post', 'private_key_jwt')),
        scopes text[] NOT NULL,
        claim_mapping jsonb NOT NULL,
        display_name text NOT NULL,
        enabled boolean NOT NULL,
        trust_email_verified boolean NOT NULL,
        create_users boolean NOT NULL,
        revision bigint NOT NULL DEFAULT nextval('revision'),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT identity_provider_pk PRIMARY KEY (domain_id, name)
      );

      ALTER TABLE end_user
        ADD COLUMN upstream_issuer text COLLATE "C",
        ADD COLUMN upstream_sub text COLLATE "C";
      -- A subject is somebody only together with the issuer: a provider that is pointed at another issuer vouches for other people.
      CREATE UNIQUE INDEX end_user_upstream ON end_user (domain_id, identity_provider, upstream_issuer, upstream_sub)
        WHERE upstream_sub IS NOT NULL;

      ALTER TABLE log_entry ADD COLUMN identity_provider text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE log_entry DROP COLUMN identity_provider;
      ALTER TABLE end_user DROP COLUMN upstream_sub, DROP COLUMN upstream_issuer;
      DROP TABLE identity_provider;
    `);
  }
}
