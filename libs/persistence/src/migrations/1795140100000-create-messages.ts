import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates waiting messages, and magic links that users request. */
export class CreateMessages1795140100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE message (
        domain_id uuid NOT NULL,
        id uuid NOT NULL,
        sub uuid NOT NULL,
        channel text NOT NULL CONSTRAINT message_channel CHECK (channel IN ('email', 'sms')),
        sealed bytea,
        state text NOT NULL DEFAULT 'waiting' CONSTRAINT message_state CHECK (state IN ('waiting', 'sent', 'expired', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        CONSTRAINT message_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT message_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE,
        CONSTRAINT message_sealed CHECK ((sealed IS NOT NULL) = (state = 'waiting'))
      );
      CREATE INDEX message_user_index ON message (domain_id, sub);
      CREATE INDEX message_due ON message (next_attempt_at) WHERE state = 'waiting';
      CREATE INDEX message_expiry ON message (expires_at);

      -- A link leads to a redirect URI, if an operator made it, or back into the interaction in which its user asked for it.
      ALTER TABLE magic_link
        ALTER COLUMN redirect_uri DROP NOT NULL,
        ADD COLUMN interaction_uid text,
        ADD COLUMN channel text CONSTRAINT magic_link_channel CHECK (channel IN ('email', 'sms')),
        ADD CONSTRAINT magic_link_destination CHECK ((redirect_uri IS NULL) = (interaction_uid IS NOT NULL AND channel IS NOT NULL));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE message;
      DELETE FROM magic_link WHERE redirect_uri IS NULL;
      ALTER TABLE magic_link
        DROP CONSTRAINT magic_link_destination, DROP COLUMN interaction_uid, DROP COLUMN channel, ALTER COLUMN redirect_uri SET NOT NULL;
    `);
  }
}
