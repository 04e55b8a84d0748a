import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates subscriptions and their API keys, domains with their signing keys and clients, and the records of oidc-provider. */
export class CreateRealms1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SEQUENCE revision AS bigint;

      CREATE TABLE subscription (
        id uuid CONSTRAINT subscription_pk PRIMARY KEY DEFAULT gen_random_uuid(),
        name text NOT NULL CONSTRAINT subscription_name UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE api_key (
        id uuid CONSTRAINT api_key_pk PRIMARY KEY DEFAULT gen_random_uuid(),
        subscription_id uuid NOT NULL CONSTRAINT api_key_subscription REFERENCES subscription (id) ON DELETE CASCADE,
        name text NOT NULL,
        hash bytea NOT NULL CONSTRAINT api_key_hash UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz
      );
      CREATE INDEX api_key_subscription_index ON api_key (subscription_id);

      CREATE TABLE domain (
        id uuid CONSTRAINT domain_pk PRIMARY KEY DEFAULT gen_random_uuid(),
        subscription_id uuid NOT NULL CONSTRAINT domain_subscription REFERENCES subscription (id),
        name text NOT NULL,
        kind text NOT NULL CONSTRAINT domain_kind CHECK (kind IN ('sandbox', 'custom')),
        status text NOT NULL CONSTRAINT domain_status CHECK (status IN ('pending', 'active', 'failed', 'deleting')),
        status_detail text,
        longest_expiry integer NOT NULL,
        revision bigint NOT NULL DEFAULT nextval('revision'),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        verified_at timestamptz,
        next_check_at timestamptz
      );
      -- Several subscriptions may claim a name; one that has proved it holds it, until its rows are gone.
      CREATE UNIQUE INDEX domain_holder ON domain (name) WHERE verified_at IS NOT NULL;
      CREATE UNIQUE INDEX domain_claim ON domain (subscription_id, name);
      CREATE INDEX domain_deleting ON domain (id) WHERE status = 'deleting';

      CREATE TABLE signing_key (
        domain_id uuid NOT NULL CONSTRAINT signing_key_domain REFERENCES domain (id),
        kid text NOT NULL,
        algorithm text NOT NULL CONSTRAINT signing_key_algorithm CHECK (algorithm IN ('ES256', 'RS256', 'EdDSA')),
        public_jwk jsonb NOT NULL,
        private_key bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        signs_from timestamptz NOT NULL,
        CONSTRAINT signing_key_pk PRIMARY KEY (domain_id, kid)
      );

      CREATE TABLE client (
        domain_id uuid NOT NULL CONSTRAINT client_domain REFERENCES domain (id),
        client_id text NOT NULL,
        client_type text NOT NULL CONSTRAINT client_client_type CHECK (client_type IN ('Public', 'Confidential')),
        grant_type text NOT NULL CONSTRAINT client_grant_type CHECK (grant_type IN ('AuthorizationCode', 'ClientCredentials')),
        scope text NOT NULL,
        audiences text[],
        redirect_uris text[],
        post_sign_out_redirect_uris text[],
        allow_local_login boolean,
        providers text[],
        policies text[],
        allowed_origins text[],
        access_token_expiry integer,
        id_token_expiry integer,
        refresh_token_expiry integer,
        revision bigint NOT NULL DEFAULT nextval('revision'),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT client_pk PRIMARY KEY (domain_id, client_id)
      );

      CREATE TABLE client_secret (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz,
        CONSTRAINT client_secret_pk PRIMARY KEY (domain_id, client_id, id),
        CONSTRAINT client_secret_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      );

      CREATE TABLE oidc_payload (
        domain_id uuid NOT NULL CONSTRAINT oidc_payload_domain REFERENCES domain (id),
        model text NOT NULL,
        id text NOT NULL,
        payload jsonb NOT NULL,
        client_id text,
        grant_id text,
        uid text,
        user_code text,
        consumed_at timestamptz,
        expires_at timestamptz,
        CONSTRAINT oidc_payload_pk PRIMARY KEY (domain_id, model, id)
      );
      CREATE INDEX oidc_payload_grant ON oidc_payload (domain_id, grant_id) WHERE grant_id IS NOT NULL;
      CREATE INDEX oidc_payload_client ON oidc_payload (domain_id, client_id) WHERE client_id IS NOT NULL;
      CREATE UNIQUE INDEX oidc_payload_uid ON oidc_payload (domain_id, model, uid) WHERE uid IS NOT NULL;
      CREATE UNIQUE INDEX oidc_payload_user_code ON oidc_payload (domain_id, model, user_code) WHERE user_code IS NOT NULL;
      CREATE INDEX oidc_payload_expiry ON oidc_payload (expires_at) WHERE expires_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE oidc_payload, client_secret, client, signing_key, domain, api_key, subscription;
      DROP SEQUENCE revision;
    `);
  }
}
