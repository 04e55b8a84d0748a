import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the authentication documents of clients. A client without a row keeps the default of its type. */
export class CreateClientAuthentication1795141790000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE client_authentication (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        sender_constraint text CONSTRAINT client_authentication_sender_constraint CHECK (sender_constraint IN ('DPoP', 'MutualTLS')),
        profile text CONSTRAINT client_authentication_profile CHECK (profile IN ('FAPI2')),
        CONSTRAINT client_authentication_pk PRIMARY KEY (domain_id, client_id),
        CONSTRAINT client_authentication_client FOREIGN KEY (domain_id, client_id)
          REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      );

      CREATE TABLE client_authentication_method (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        position integer NOT NULL,
        type text NOT NULL CONSTRAINT client_authentication_method_type
          CHECK (type IN ('ClientSecret', 'PrivateKeyJwt', 'FederatedJwt', 'TlsClientAuth', 'SelfSignedTlsClientAuth')),
        jwks jsonb,
        jwks_uri text,
        issuer text,
        subject text,
        certificate_name text CONSTRAINT client_authentication_method_certificate_name
          CHECK (certificate_name IN ('subjectDn', 'sanDns', 'sanUri', 'sanEmail', 'sanIp')),
        certificate_value text,
        CONSTRAINT client_authentication_method_pk PRIMARY KEY (domain_id, client_id, id),
        CONSTRAINT client_authentication_method_document FOREIGN KEY (domain_id, client_id)
          REFERENCES client_authentication (domain_id, client_id) ON DELETE CASCADE,
        CONSTRAINT client_authentication_method_keys CHECK (jwks IS NULL OR jwks_uri IS NULL),
        CONSTRAINT client_authentication_method_workload
          CHECK ((issuer IS NULL) = (type <> 'FederatedJwt') AND (subject IS NULL) = (issuer IS NULL)),
        CONSTRAINT client_authentication_method_certificate
          CHECK ((certificate_name IS NULL) = (type <> 'TlsClientAuth') AND (certificate_value IS NULL) = (certificate_name IS NULL))
      );
      -- Decides which client of the domain a workload is.
      CREATE UNIQUE INDEX client_authentication_method_subject ON client_authentication_method (domain_id, issuer, subject)
        WHERE issuer IS NOT NULL;

      CREATE TABLE client_authentication_method_use (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        method_id uuid NOT NULL,
        last_used_at timestamptz NOT NULL,
        CONSTRAINT client_authentication_method_use_pk PRIMARY KEY (domain_id, client_id, method_id),
        CONSTRAINT client_authentication_method_use_method FOREIGN KEY (domain_id, client_id, method_id)
          REFERENCES client_authentication_method (domain_id, client_id, id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_authentication_method_use, client_authentication_method, client_authentication');
  }
}
