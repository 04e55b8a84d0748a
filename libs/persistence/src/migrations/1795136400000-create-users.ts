import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and how they are found, magic links, and the claims that scopes carry. */
export class CreateUsers1795136400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS btree_gin;

      -- "user" is a word of SQL's own, which names the session's role wherever its quotes are forgotten.
      CREATE TABLE end_user (
        domain_id uuid NOT NULL CONSTRAINT end_user_domain REFERENCES domain (id),
        sub uuid NOT NULL DEFAULT gen_random_uuid(),
        active boolean NOT NULL DEFAULT true,
        identity_provider text NOT NULL,
        username_key text NOT NULL,
        search_text text NOT NULL,
        attributes jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT end_user_pk PRIMARY KEY (domain_id, sub)
      );
      -- The operator class lets the index find prefixes too, whatever the collation of the database.
      CREATE UNIQUE INDEX end_user_username ON end_user (domain_id, username_key text_pattern_ops);
      CREATE INDEX end_user_order ON end_user (domain_id, created_at, sub);
      CREATE INDEX end_user_provider ON end_user (domain_id, identity_provider, created_at, sub);
      CREATE INDEX end_user_search ON end_user USING gin (domain_id, search_text gin_trgm_ops);

      CREATE TABLE user_count (
        domain_id uuid NOT NULL CONSTRAINT user_count_domain REFERENCES domain (id),
        shard smallint NOT NULL,
        users bigint NOT NULL,
        CONSTRAINT user_count_pk PRIMARY KEY (domain_id, shard)
      );

      CREATE TABLE magic_link (
        domain_id uuid NOT NULL,
        hash bytea NOT NULL,
        sub uuid NOT NULL,
        redirect_uri text NOT NULL,
        reset_passkeys boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        CONSTRAINT magic_link_pk PRIMARY KEY (domain_id, hash),
        CONSTRAINT magic_link_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      CREATE INDEX magic_link_user_index ON magic_link (domain_id, sub);
      CREATE INDEX magic_link_expiry ON magic_link (expires_at);

      CREATE TABLE scope_claims (
        domain_id uuid NOT NULL CONSTRAINT scope_claims_domain REFERENCES domain (id),
        kind text NOT NULL CONSTRAINT scope_claims_kind CHECK (kind IN ('access_token', 'id_token')),
        scopes jsonb NOT NULL,
        CONSTRAINT scope_claims_pk PRIMARY KEY (domain_id, kind)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scope_claims, magic_link, user_count, end_user');
  }
}
