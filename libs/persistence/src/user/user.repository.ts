import { Injectable } from '@nestjs/common';
import { isUuid, normalizeSub } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { RELEASE_AGENTS, REVOKE_OF_AGENTS } from '../end-agents.js';
import { END_MAGIC_LINKS } from '../end-magic-links.js';
import { END_USER_SESSIONS } from '../end-sessions.js';
import { requireQuota } from '../require-quota.js';
import { buildSearchColumns } from './search-text.js';
import { ADD_TO_COUNT, LAST_SEARCH_BLOCK } from './user-count.entity.js';
import { COUNT_ERASED } from '../user-tables.js';
import { User, type Attributes } from './user.entity.js';
import { selectSub, subTextOf, userIdOf, withUserId } from '../user-id.js';

const CREATE = `
  INSERT INTO end_user (domain_id, block, identity_provider, attributes, username_key, search_text, sub, sub_text)
  VALUES ($1, ${LAST_SEARCH_BLOCK}, $2, $3, $4, $5, coalesce($6, gen_random_uuid()), $7)
  ON CONFLICT (domain_id, username_key) DO NOTHING RETURNING ${selectSub('end_user')} AS sub`;

/** Both become the `sub` of access tokens: RFC 9700 section 4.15. A client id that is a UUID counts in any case. $2: normalized */
// control: a chosen sub is the id of no client
const IS_CLIENT_ID = 'SELECT FROM client WHERE domain_id = $1 AND (client_id = $2 OR $3 AND lower(client_id) = $2)';

/** Takes locks in the same order for all callers. The number is arbitrary, but no other kind of lock has it. */
// control: users who take each other’s name do not wait for each other
const LOCK_USERNAMES = `
  SELECT pg_advisory_xact_lock(1937011571, key)
  FROM (SELECT DISTINCT hashtext($1 || name) AS key FROM unnest($2::text[]) AS name ORDER BY key) AS keys`;

/** Where links are sent to. */
const ADDRESSES = ['email', 'phone_number'] as const;

/** The properties of a user that can change. An absent property from an identity provider keeps its value. */
export type UserChange = Pick<User, 'active' | 'attributes'> & Partial<Pick<User, 'vouchedFor'>>;

/** A user to create. */
export type NewUser = Pick<User, 'identityProvider' | 'attributes'> & { sub?: string | null };

/** What the removal of a user has removed. */
export interface UserRemoval {
  /** The ids of the agents that were deactivated. */
  agents: string[];
  /** The number of rows by kind: see USER_TABLES. Kinds without rows are missing. */
  erased: Readonly<Record<string, number>>;
}

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates a user.
   *
   * @param sub one that is not taken: see isSubTaken; by default a random UUID
   *
   * @returns the user's `sub`, or null if the username is taken
   * @throws QuotaExceededError
   */
  create(domainId: string, { identityProvider, attributes, sub = null }: NewUser): Promise<string | null> {
    const { usernameKey: key, searchText: text } = buildSearchColumns(attributes);
    return this.database.transaction(async () => {
      await requireQuota(this.database, 'users', { domainId });
      const subColumns = sub === null ? [null, null] : [userIdOf(domainId, sub), subTextOf(sub)];
      const values = [domainId, identityProvider, JSON.stringify(attributes), key, text, ...subColumns];
      const [row]: { sub: string }[] = await this.database.manager.query(CREATE, values);
      if (!row) return null;
      await this.database.manager.query(ADD_TO_COUNT, [domainId, identityProvider, 1]);
      return row.sub;
    });
  }

  /** Whether a user has this `sub`, or a client has it as its id. Call it while the domain is locked, so that no other caller takes it. */
  async isSubTaken(domainId: string, sub: string): Promise<boolean> {
    const isUser = await this.rows.existsBy(withUserId({ domainId, sub }));
    const clients: unknown[] = await this.database.manager.query(IS_CLIENT_ID, [domainId, normalizeSub(sub), isUuid(sub)]);
    return isUser || clients.length > 0;
  }

  async find(domainId: string, sub: string): Promise<User | null> {
    return toUser(await this.rows.findOneBy(withUserId({ domainId, sub })));
  }

  /** Finds a user and locks it until the transaction ends, to serialize changes of one user. */
  async lock(domainId: string, sub: string): Promise<User | null> {
    return toUser(await this.rows.findOne({ where: withUserId({ domainId, sub }), lock: { mode: 'for_no_key_update' } }));
  }

  /**
   * Changes a locked user. A deactivated user is signed out everywhere, and everything issued for the user or an agent of the user is
   * revoked. Links that went to a former address end, whoever changes it.
   *
   * @returns false if the username is taken, so that nothing changes
   */
  async update(user: User, { active, attributes, vouchedFor }: UserChange): Promise<boolean> {
    const { domainId, sub } = withUserId(user);
    const searchColumns = buildSearchColumns(attributes);
    const isDeactivated = user.active && !active;
    const values = {
      active,
      attributes,
      ...(vouchedFor && { vouchedFor }),
      ...(isDeactivated && { signInEpoch: () => 'sign_in_epoch + 1' }),
      ...searchColumns,
      updatedAt: () => 'clock_timestamp()',
    };
    if (searchColumns.usernameKey !== user.usernameKey) {
      // Otherwise two users that take each other's name would wait for each other.
      await this.database.manager.query(LOCK_USERNAMES, [domainId, [searchColumns.usernameKey, user.usernameKey]]);
    }
    try {
      // The savepoint keeps the transaction usable.
      await this.database.manager.transaction((manager) => manager.getRepository(User).update({ domainId, sub }, values as never));
      if (isDeactivated) {
        await this.database.manager.query(END_USER_SESSIONS, [domainId, this.database.getTraceparent(), sub]);
        // control: nothing issued to an agent survives the deactivation of its owner
        await this.database.manager.query(REVOKE_OF_AGENTS, [domainId, sub]);
      }
      if (losesAddress(user.attributes, attributes)) {
        // control: a link to a former address signs nobody in
        await this.database.manager.query(END_MAGIC_LINKS, [domainId, sub]);
      }
      return true;
    } catch (error) {
      if (getViolatedConstraint(error) === 'end_user_username') return false;
      throw error;
    }
  }

  /**
   * Removes the user with everything that belongs to them, and notifies the clients of the user's sessions. The user's agents are deactivated.
   *
   * @returns null if there is no such user
   */
  delete(domainId: string, sub: string): Promise<UserRemoval | null> {
    const id = userIdOf(domainId, sub);
    return this.database.transaction(async () => {
      // While the lock is held no sign-in of the user completes, so no session escapes the notices.
      // control: clients are notified of a session that begins while its user is removed
      await this.database.manager.query('SELECT FROM end_user WHERE domain_id = $1 AND sub = $2 FOR UPDATE', [domainId, id]);
      // The lock also keeps rows of the user from being added, so the numbers are exact.
      const [counts]: Record<string, number>[] = await this.database.manager.query(COUNT_ERASED, [domainId, id]);
      await this.database.manager.query(END_USER_SESSIONS, [domainId, this.database.getTraceparent(), id]);
      // control: no agent survives its owner
      const agents: { id: string }[] = await this.database.manager.query(RELEASE_AGENTS, [domainId, id]);
      const [removed]: [{ provider: string }[], number] = await this.database.manager.query(
        'DELETE FROM end_user WHERE domain_id = $1 AND sub = $2 RETURNING identity_provider AS provider',
        [domainId, id],
      );
      if (!removed[0]) return null;
      await this.database.manager.query(ADD_TO_COUNT, [domainId, removed[0].provider, -1]);
      return {
        agents: agents.map((agent) => agent.id),
        erased: Object.fromEntries(Object.entries(counts!).filter(([, count]) => count > 0)),
      };
    });
  }

  private get rows() {
    return this.database.manager.getRepository(User);
  }
}

/** A user under the `sub`, not the id that stands for it. */
function toUser(row: User | null): User | null {
  return row && Object.assign(row, { sub: row.subText ?? row.sub });
}

/** Whether a user gets another address than before, or none. */
function losesAddress(before: Attributes, after: Attributes): boolean {
  return ADDRESSES.some((name) => Object.hasOwn(before, name) && before[name] !== after[name]);
}
