import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSignUp1799000110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain ADD COLUMN sign_up text NOT NULL DEFAULT 'Off'
        CONSTRAINT domain_sign_up CHECK (sign_up IN ('Off', 'ByInvitation', 'Open'))`);
    // The recipient of a mail about a sign-up is no user yet.
    await runner.query('ALTER TABLE message ALTER COLUMN sub DROP NOT NULL');
    await runner.query(`
      CREATE TABLE sign_up (
        domain_id uuid NOT NULL CONSTRAINT sign_up_domain REFERENCES domain,
        hash bytea NOT NULL,
        id uuid NOT NULL,
        email text COLLATE "C" NOT NULL,
        interaction_uid text,
        redirect_uri text,
        roles text[] NOT NULL DEFAULT '{}',
        attributes jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT sign_up_pk PRIMARY KEY (domain_id, hash),
        CONSTRAINT sign_up_destination CHECK ((redirect_uri IS NULL) = (interaction_uid IS NOT NULL)))`);
    await runner.query('CREATE UNIQUE INDEX sign_up_id ON sign_up (domain_id, id)');
    await runner.query('CREATE INDEX sign_up_expiry ON sign_up (expires_at)');
    await runner.query('CREATE INDEX sign_up_invitation ON sign_up (domain_id, created_at, id) WHERE redirect_uri IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sign_up');
    await runner.query('DELETE FROM message WHERE sub IS NULL');
    await runner.query('ALTER TABLE message ALTER COLUMN sub SET NOT NULL');
    await runner.query('ALTER TABLE domain DROP COLUMN sign_up');
  }
}
