import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CONTACT_ATTRIBUTES } from '../select-attributes.js';
import type { User } from '../user/user.entity.js';
import { selectSub, userIdOf } from '../user-id.js';

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

/** A credential of a user, without its secrets. All recovery codes together are one. */
export interface Credential {
  /** For a passkey its id, otherwise `totp` or `recovery-codes`. */
  id: string;
  type: 'Passkey' | 'Totp' | 'RecoveryCodes';
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Of a passkey only. */
  name: string | null;
  backedUp: boolean | null;
  /** The number of unused recovery codes; null for other types. */
  remaining: number | null;
}

const SUMMARY = `
  SELECT (SELECT count(*)::integer FROM passkey WHERE domain_id = $1 AND sub = $2) AS passkeys,
         EXISTS (SELECT FROM totp WHERE domain_id = $1 AND sub = $2 AND secret IS NOT NULL) AS "authenticatorApp",
         (SELECT count(*)::integer FROM recovery_code WHERE domain_id = $1 AND sub = $2 AND used_at IS NULL) AS "recoveryCodes"`;
/** A secret that no code has confirmed is no credential yet. */
const LIST = `
  SELECT id::text, 'Passkey' AS type, created_at AS "createdAt", last_used_at AS "lastUsedAt", name, backed_up AS "backedUp", NULL::integer AS remaining
  FROM passkey WHERE domain_id = $1 AND sub = $2
  UNION ALL
  SELECT 'totp', 'Totp', confirmed_at, last_used_at, NULL, NULL, NULL FROM totp WHERE domain_id = $1 AND sub = $2 AND secret IS NOT NULL
  UNION ALL
  SELECT 'recovery-codes', 'RecoveryCodes', max(created_at), max(used_at), NULL, NULL, count(*) FILTER (WHERE used_at IS NULL)::integer
  FROM recovery_code WHERE domain_id = $1 AND sub = $2 HAVING count(*) > 0
  ORDER BY type, "createdAt", id`;
const EXISTING_BEFORE = `
  SELECT EXISTS (SELECT FROM passkey WHERE domain_id = $1 AND sub = $2 AND created_at < to_timestamp($3)) AS passkey,
         EXISTS (SELECT FROM totp WHERE domain_id = $1 AND sub = $2 AND confirmed_at < to_timestamp($3)) AS "authenticatorApp"`;

/** Queries over all kinds of credentials of a user. */
@Injectable()
export class CredentialRepository {
  constructor(private readonly database: Database) {}

  async findHolder(domainId: string, sub: string): Promise<CredentialHolder | null> {
    const [row]: CredentialHolder[] = await this.database.manager.query(
      `SELECT ${selectSub('end_user')} AS sub, active, identity_provider AS "identityProvider", ${CONTACT_ATTRIBUTES}
       FROM end_user WHERE domain_id = $1 AND sub = $2`,
      [domainId, userIdOf(domainId, sub)],
    );
    return row ?? null;
  }

  /** Locks a user until the transaction ends, to serialize changes of the user's credentials. */
  async lockHolder(domainId: string, sub: string): Promise<void> {
    await this.database.manager.query('SELECT 1 FROM end_user WHERE domain_id = $1 AND sub = $2 FOR NO KEY UPDATE', [
      domainId,
      userIdOf(domainId, sub),
    ]);
  }

  async summarize(domainId: string, sub: string): Promise<CredentialSummary> {
    const [row]: CredentialSummary[] = await this.database.manager.query(SUMMARY, [domainId, userIdOf(domainId, sub)]);
    return row!;
  }

  /** The credentials of a user by type, oldest first. */
  list(domainId: string, sub: string): Promise<Credential[]> {
    return this.database.manager.query(LIST, [domainId, userIdOf(domainId, sub)]);
  }

  /** @param time seconds since the epoch */
  async findExistingBefore(domainId: string, sub: string, time: number): Promise<ExistingCredentials> {
    const [row]: ExistingCredentials[] = await this.database.manager.query(EXISTING_BEFORE, [domainId, userIdOf(domainId, sub), time]);
    return row!;
  }
}
