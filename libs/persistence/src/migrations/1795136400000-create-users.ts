import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates users and their search index, magic links, and the claims of scopes. */
export class CreateUsers1795136400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- "user" is a word of SQL's own, which names the session's role wherever its quotes are forgotten.
      -- Most changes leave all indexed columns as they are: the room on each page keeps them from touching the indexes.
      CREATE TABLE end_user (
        domain_id uuid NOT NULL CONSTRAINT end_user_domain REFERENCES domain (id),
        sub uuid NOT NULL DEFAULT gen_random_uuid(),
        block integer NOT NULL,
        active boolean NOT NULL DEFAULT true,
        identity_provider text COLLATE "C" NOT NULL,
        username_key text COLLATE "C" NOT NULL,
        search_text text COLLATE "C" NOT NULL,
        attributes jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT end_user_pk PRIMARY KEY (domain_id, sub)
      ) WITH (fillfactor = 85);
      CREATE UNIQUE INDEX end_user_username ON end_user (domain_id, username_key);
      CREATE INDEX end_user_order ON end_user (domain_id, block, created_at, sub);
      CREATE INDEX end_user_provider ON end_user (domain_id, identity_provider, block, created_at, sub);

      -- What a user can be found by: domain and block, the identity provider, and each run of one to three characters of the text.
      -- Unlike pg_trgm it takes characters as they are, whatever the locale of the database, and finds parts of one or two.
      CREATE FUNCTION end_user_terms(domain_id uuid, block integer, identity_provider text, search_text text) RETURNS text[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
      DECLARE
        terms text[] := ARRAY[domain_id || '/' || block, 'provider:' || identity_provider];
        one text;
        two text := '';
        three text := '';
      BEGIN
        FOREACH one IN ARRAY string_to_array(search_text, NULL) LOOP
          terms := terms || ARRAY[one, two || one, three || one];
          three := two || one;
          two := one;
        END LOOP;
        RETURN terms;
      END $$;
      -- Entries that wait in a pending list would be read by each search, once a block.
      CREATE INDEX end_user_search ON end_user
        USING gin (end_user_terms(domain_id, block, identity_provider, search_text)) WITH (fastupdate = off);
      -- The planner has no use for statistics of terms that it does not know when it plans.
      ALTER INDEX end_user_search ALTER COLUMN 1 SET STATISTICS 0;

      CREATE TABLE user_count (
        domain_id uuid NOT NULL CONSTRAINT user_count_domain REFERENCES domain (id),
        identity_provider text COLLATE "C" NOT NULL,
        shard smallint NOT NULL,
        users bigint NOT NULL,
        made bigint NOT NULL,
        CONSTRAINT user_count_pk PRIMARY KEY (domain_id, identity_provider, shard)
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
    await runner.query(`
      DROP TABLE scope_claims, magic_link, user_count, end_user;
      DROP FUNCTION end_user_terms;
    `);
  }
}
