import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates requests to identity providers, and completed federated sign-ins. */
export class CreateFederation1795141000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE federation_request (
        domain_id uuid NOT NULL CONSTRAINT federation_request_domain REFERENCES domain (id),
        state_hash bytea NOT NULL,
        browser_hash bytea NOT NULL,
        provider text COLLATE "C" NOT NULL,
        issuer text NOT NULL,
        uid text NOT NULL,
        client_id text NOT NULL,
        max_age integer,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        CONSTRAINT federation_request_pk PRIMARY KEY (domain_id, state_hash)
      );
      CREATE INDEX federation_request_expiry ON federation_request (domain_id, expires_at);

      CREATE TABLE federated_login (
        domain_id uuid NOT NULL,
        uid text NOT NULL,
        sub uuid NOT NULL,
        provider text COLLATE "C" NOT NULL,
        issuer text NOT NULL,
        sid text COLLATE "C",
        id_token bytea,
        expires_at timestamptz NOT NULL,
        CONSTRAINT federated_login_pk PRIMARY KEY (domain_id, uid),
        CONSTRAINT federated_login_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      CREATE INDEX federated_login_user_index ON federated_login (domain_id, sub);
      CREATE INDEX federated_login_sid ON federated_login (domain_id, provider, sid) WHERE sid IS NOT NULL;
      CREATE INDEX federated_login_expiry ON federated_login (domain_id, expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE federated_login, federation_request');
  }
}
