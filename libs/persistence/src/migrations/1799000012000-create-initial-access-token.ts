import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tokens with which clients may register themselves. Rows are deleted with their domain, because a worker of the previous
 * release does not know them when it deletes domains.
 */
export class CreateInitialAccessToken1799000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE initial_access_token (
        domain_id uuid NOT NULL CONSTRAINT initial_access_token_domain REFERENCES domain (id) ON DELETE CASCADE,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        name text NOT NULL,
        hash bytea NOT NULL,
        expires_at timestamptz,
        max_uses integer,
        uses integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT initial_access_token_pk PRIMARY KEY (domain_id, id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE initial_access_token');
  }
}
