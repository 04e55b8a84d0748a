import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the logout URIs of clients, and pending logout notices. */
export class CreateBackchannelLogout1795140900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE backchannel_logout (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        uri text NOT NULL,
        session_required boolean NOT NULL,
        CONSTRAINT backchannel_logout_pk PRIMARY KEY (domain_id, client_id),
        CONSTRAINT backchannel_logout_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      );

      -- The user may be gone already: that is one of the reasons for which sessions end.
      CREATE TABLE logout_notice (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        client_id text NOT NULL,
        sub uuid NOT NULL,
        sid text,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT logout_notice_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT logout_notice_client FOREIGN KEY (domain_id, client_id)
          REFERENCES backchannel_logout (domain_id, client_id) ON DELETE CASCADE
      );
      CREATE INDEX logout_notice_client_index ON logout_notice (domain_id, client_id);
      CREATE INDEX logout_notice_due ON logout_notice (next_attempt_at);

      -- A payload may have what PostgreSQL cannot read: who took part stands beside it.
      ALTER TABLE oidc_payload ADD COLUMN sids jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE oidc_payload DROP COLUMN sids; DROP TABLE logout_notice, backchannel_logout');
  }
}
