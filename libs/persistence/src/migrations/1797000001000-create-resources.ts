import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates resources (RFC 8707), what clients are granted at them, and roles. Replicas of the previous release ignore all of it. */
export class CreateResources1797000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE resource (
        domain_id uuid NOT NULL CONSTRAINT resource_domain REFERENCES domain (id),
        resource_id text NOT NULL,
        audience text NOT NULL,
        name text NOT NULL,
        scopes jsonb NOT NULL,
        access_token_expiry integer,
        token_format text NOT NULL CONSTRAINT resource_token_format CHECK (token_format IN ('Jwt', 'Opaque')),
        signing_algorithm text CONSTRAINT resource_signing_algorithm CHECK (signing_algorithm IN ('RS256', 'PS256', 'ES256', 'EdDSA')),
        enforce_roles boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT resource_pk PRIMARY KEY (domain_id, resource_id)
      );
      CREATE UNIQUE INDEX resource_audience ON resource (domain_id, audience);

      CREATE TABLE client_resource (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        resource_id text NOT NULL,
        scopes text[] NOT NULL,
        CONSTRAINT client_resource_pk PRIMARY KEY (domain_id, client_id, resource_id),
        CONSTRAINT client_resource_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE,
        CONSTRAINT client_resource_resource FOREIGN KEY (domain_id, resource_id)
          REFERENCES resource (domain_id, resource_id) ON DELETE CASCADE
      );
      CREATE INDEX client_resource_of ON client_resource (domain_id, resource_id);

      CREATE TABLE role (
        domain_id uuid NOT NULL CONSTRAINT role_domain REFERENCES domain (id),
        role text NOT NULL,
        description text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT role_pk PRIMARY KEY (domain_id, role)
      );

      CREATE TABLE role_permission (
        domain_id uuid NOT NULL,
        role text NOT NULL,
        resource_id text NOT NULL,
        scopes text[] NOT NULL,
        CONSTRAINT role_permission_pk PRIMARY KEY (domain_id, role, resource_id),
        CONSTRAINT role_permission_role FOREIGN KEY (domain_id, role) REFERENCES role (domain_id, role) ON DELETE CASCADE,
        CONSTRAINT role_permission_resource FOREIGN KEY (domain_id, resource_id)
          REFERENCES resource (domain_id, resource_id) ON DELETE CASCADE
      );
      CREATE INDEX role_permission_of ON role_permission (domain_id, resource_id);

      CREATE TABLE user_role (
        domain_id uuid NOT NULL,
        sub uuid NOT NULL,
        role text NOT NULL,
        CONSTRAINT user_role_pk PRIMARY KEY (domain_id, sub, role),
        CONSTRAINT user_role_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE,
        CONSTRAINT user_role_role FOREIGN KEY (domain_id, role) REFERENCES role (domain_id, role) ON DELETE CASCADE
      );
      CREATE INDEX user_role_of ON user_role (domain_id, role);

      CREATE TABLE client_role (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        role text NOT NULL,
        CONSTRAINT client_role_pk PRIMARY KEY (domain_id, client_id, role),
        CONSTRAINT client_role_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE,
        CONSTRAINT client_role_role FOREIGN KEY (domain_id, role) REFERENCES role (domain_id, role) ON DELETE CASCADE
      );
      CREATE INDEX client_role_of ON client_role (domain_id, role);

      ALTER TABLE client ADD COLUMN access_token_claims jsonb;
      ALTER TABLE client ADD COLUMN further_grants jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client DROP COLUMN access_token_claims, DROP COLUMN further_grants;
      DROP TABLE client_role, user_role, role_permission, role, client_resource, resource;
    `);
  }
}
