import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CONTACT_ATTRIBUTES } from '../select-attributes.js';
import type { User } from '../user/user.entity.js';

/** The user whose credentials are managed, with the attributes that pages and messages need. */
export type CredentialHolder = Pick<User, 'sub' | 'active' | 'identityProvider' | 'attributes'>;

/** A user's credentials by kind. */
export interface CredentialSummary {
  /** How many. */
  passkeys: number;
  /** Whether an authenticator app is set up and confirmed. */
  authenticatorApp: boolean;
  /** The number of unused codes. */
  recoveryCodes: number;
}

/** The credentials of a user that existed at a given time. */
export interface ExistingCredentials {
  passkey: boolean;
  authenticatorApp: boolean;
}

const SUMMARY = `
  SELECT (SELECT count(*)::integer FROM passkey WHERE domain_id = $1 AND sub = $2) AS passkeys,
         EXISTS (SELECT FROM totp WHERE domain_id = $1 AND sub = $2 AND secret IS NOT NULL) AS "authenticatorApp",
         (SELECT count(*)::integer FROM recovery_code WHERE domain_id = $1 AND sub = $2 AND used_at IS NULL) AS "recoveryCodes"`;
const EXISTING_BEFORE = `
  SELECT EXISTS (SELECT FROM passkey WHERE domain_id = $1 AND sub = $2 AND created_at < to_timestamp($3)) AS passkey,
         EXISTS (SELECT FROM totp WHERE domain_id = $1 AND sub = $2 AND confirmed_at < to_timestamp($3)) AS "authenticatorApp"`;

/** Queries over all kinds of credentials of a user. */
@Injectable()
export class CredentialRepository {
  constructor(private readonly database: Database) {}

  async findHolder(domainId: string, sub: string): Promise<CredentialHolder | null> {
    const [row]: CredentialHolder[] = await this.database.manager.query(
      `SELECT sub, active, identity_provider AS "identityProvider", ${CONTACT_ATTRIBUTES} FROM end_user WHERE domain_id = $1 AND sub = $2`,
      [domainId, sub],
    );
    return row ?? null;
  }

  /** Locks a user until the transaction ends, to serialize changes of the user's credentials. */
  async lockHolder(domainId: string, sub: string): Promise<void> {
    await this.database.manager.query('SELECT 1 FROM end_user WHERE domain_id = $1 AND sub = $2 FOR NO KEY UPDATE', [domainId, sub]);
  }

  async summarize(domainId: string, sub: string): Promise<CredentialSummary> {
    const [row]: CredentialSummary[] = await this.database.manager.query(SUMMARY, [domainId, sub]);
    return row!;
  }

  /** @param time seconds since the epoch */
  async findExistingBefore(domainId: string, sub: string, time: number): Promise<ExistingCredentials> {
    const [row]: ExistingCredentials[] = await this.database.manager.query(EXISTING_BEFORE, [domainId, sub, time]);
    return row!;
  }
}
