import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates invitations of users and whom they invite. Both are deleted with their domain, because the previous release does not know them. */
export class CreateUserInvitation1799000080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_invitation (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        status text NOT NULL DEFAULT 'Running',
        identity_provider text COLLATE "C" NOT NULL,
        redirect_uri text NOT NULL,
        wave_size integer NOT NULL,
        interval_seconds integer NOT NULL,
        role text,
        email_domain text,
        actor json NOT NULL,
        last_collected_sub uuid,
        collected_at timestamptz,
        invited_in_wave integer NOT NULL DEFAULT 0,
        next_step_at timestamptz DEFAULT clock_timestamp(),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz,
        CONSTRAINT user_invitation_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT user_invitation_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE,
        CONSTRAINT user_invitation_status CHECK (status IN ('Running', 'Stopped', 'Completed'))
      )
    `);
    await runner.query(`CREATE UNIQUE INDEX user_invitation_running ON user_invitation (domain_id) WHERE status = 'Running'`);
    await runner.query('CREATE INDEX user_invitation_due ON user_invitation (next_step_at) WHERE next_step_at IS NOT NULL');
    await runner.query('CREATE INDEX user_invitation_age ON user_invitation (ended_at) WHERE ended_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE user_invitation_recipient (
        domain_id uuid NOT NULL,
        invitation_id uuid NOT NULL,
        sub uuid NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        message_id uuid,
        invited_at timestamptz,
        CONSTRAINT user_invitation_recipient_pk PRIMARY KEY (domain_id, invitation_id, sub),
        CONSTRAINT user_invitation_recipient_invitation FOREIGN KEY (domain_id, invitation_id)
          REFERENCES user_invitation (domain_id, id) ON DELETE CASCADE,
        CONSTRAINT user_invitation_recipient_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE,
        CONSTRAINT user_invitation_recipient_state CHECK (state IN ('waiting', 'invited', 'skipped', 'failed'))
      )
    `);
    await runner.query('CREATE INDEX user_invitation_recipient_user_index ON user_invitation_recipient (domain_id, sub)');
    await runner.query(
      `CREATE INDEX user_invitation_recipient_waiting ON user_invitation_recipient (domain_id, invitation_id, sub) WHERE state = 'waiting'`,
    );
    await runner.query(
      'CREATE INDEX user_invitation_recipient_unsettled ON user_invitation_recipient (domain_id, invitation_id, message_id) WHERE message_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_invitation_recipient, user_invitation');
  }
}
