import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the completed factors of pending authorization requests. */
export class CreateSignInProgress1795140400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_progress (
        domain_id uuid NOT NULL,
        uid text NOT NULL,
        sub uuid NOT NULL,
        methods text[] NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sign_in_progress_pk PRIMARY KEY (domain_id, uid),
        CONSTRAINT sign_in_progress_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      CREATE INDEX sign_in_progress_user_index ON sign_in_progress (domain_id, sub);
      CREATE INDEX sign_in_progress_expiry ON sign_in_progress (domain_id, expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_in_progress');
  }
}
