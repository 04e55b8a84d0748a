import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { requireQuota } from '../require-quota.js';
import { buildSearchColumns } from './search-text.js';
import { ADD_TO_COUNT, LAST_SEARCH_BLOCK } from './user-count.entity.js';
import type { Attributes, User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { selectSub } from '../user-id.js';

/** The identity of a federated user: the identity provider's name, and `iss` and `sub` of the ID token. Never an email address. */
export interface UpstreamSubject {
  domainId: string;
  provider: string;
  issuer: string;
  subject: string;
}

export type FederatedUser = Pick<User, 'sub' | 'active' | 'attributes'>;
/** The properties of a user that sign-ins change. */
export type RefreshedUser = Pick<User, 'attributes' | 'vouchedFor'>;

const FIND = `
  SELECT ${selectSub('end_user')} AS sub, active, attributes FROM end_user
  WHERE domain_id = $1 AND identity_provider = $2 AND upstream_issuer = $3 AND upstream_sub = $4 AND upstream_sub IS NOT NULL`;
/** Only one of concurrent callers creates the user; the others find that the subject or the username is taken. */
const CREATE = `
  INSERT INTO end_user (domain_id, block, identity_provider, upstream_issuer, upstream_sub, attributes, username_key, search_text, vouched_for)
  VALUES ($1, ${LAST_SEARCH_BLOCK}, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING sub`;

/** Federated users, whom sign-ins create and update. */
@Injectable()
export class FederatedUserRepository {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
  ) {}

  async find({ domainId, provider, issuer, subject }: UpstreamSubject): Promise<FederatedUser | null> {
    const [row]: FederatedUser[] = await this.database.manager.query(FIND, [domainId, provider, issuer, subject]);
    return row ?? null;
  }

  /**
   * Creates a user. @returns the user's `sub`, or null if the subject already has one, or the username is taken @throws QuotaExceededError
   */
  create({ domainId, provider, issuer, subject }: UpstreamSubject, { attributes, vouchedFor }: RefreshedUser): Promise<string | null> {
    const { usernameKey, searchText } = buildSearchColumns(attributes);
    return this.database.transaction(async () => {
      await requireQuota(this.database, 'users', { domainId });
      const values = [domainId, provider, issuer, subject, JSON.stringify(attributes), usernameKey, searchText, vouchedFor];
      const [row]: { sub: string }[] = await this.database.manager.query(CREATE, values);
      if (!row) return null;
      await this.database.manager.query(ADD_TO_COUNT, [domainId, provider, 1]);
      return row.sub;
    });
  }

  /**
   * Changes a user's properties unless they are equal.
   *
   * @param change computes them from the stored ones; changes of one user are serialized
   *
   * @param record stores what has changed in the same transaction
   * @returns false if the new username is taken, so that nothing changes
   */
  async refresh(
    { domainId, sub }: Pick<User, 'domainId' | 'sub'>,
    change: (stored: RefreshedUser) => RefreshedUser | null,
    record: (before: Attributes, after: Attributes) => Promise<void>,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const user = await this.users.lock(domainId, sub);
      const changed = user && change({ attributes: user.attributes, vouchedFor: user.vouchedFor });
      if (!changed) return true;
      if (!(await this.users.update(user, { active: user.active, ...changed }))) return false;
      await record(user.attributes, changed.attributes);
      return true;
    });
  }
}
