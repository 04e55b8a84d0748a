import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates users' credentials: passkeys and their challenges, authenticator apps and recovery codes. */
export class CreateCredentials1795140200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE passkey (
        domain_id uuid NOT NULL,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        sub uuid NOT NULL,
        credential_id bytea NOT NULL,
        public_key bytea NOT NULL,
        sign_count bigint NOT NULL,
        transports text[] NOT NULL,
        aaguid uuid NOT NULL,
        backup_eligible boolean NOT NULL,
        backed_up boolean NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz,
        CONSTRAINT passkey_pk PRIMARY KEY (domain_id, id),
        CONSTRAINT passkey_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX passkey_credential ON passkey (domain_id, credential_id);
      CREATE INDEX passkey_user_index ON passkey (domain_id, sub);

      CREATE TABLE passkey_challenge (
        domain_id uuid NOT NULL CONSTRAINT passkey_challenge_domain REFERENCES domain (id),
        challenge bytea NOT NULL,
        purpose text NOT NULL CONSTRAINT passkey_challenge_purpose CHECK (purpose IN ('registration', 'authentication')),
        sub uuid,
        expires_at timestamptz NOT NULL,
        CONSTRAINT passkey_challenge_pk PRIMARY KEY (domain_id, challenge),
        CONSTRAINT passkey_challenge_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
      CREATE INDEX passkey_challenge_user_index ON passkey_challenge (domain_id, sub);
      CREATE INDEX passkey_challenge_expiry ON passkey_challenge (domain_id, expires_at);

      CREATE TABLE totp (
        domain_id uuid NOT NULL,
        sub uuid NOT NULL,
        secret bytea,
        confirmed_at timestamptz,
        last_used_at timestamptz,
        last_step bigint NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        locked_until timestamptz,
        pending_secret bytea,
        pending_until timestamptz,
        CONSTRAINT totp_pk PRIMARY KEY (domain_id, sub),
        CONSTRAINT totp_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );

      CREATE TABLE recovery_code (
        domain_id uuid NOT NULL,
        sub uuid NOT NULL,
        hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        used_at timestamptz,
        CONSTRAINT recovery_code_pk PRIMARY KEY (domain_id, sub, hash),
        CONSTRAINT recovery_code_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_code, totp, passkey_challenge, passkey');
  }
}
