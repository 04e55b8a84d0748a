import { Injectable } from '@nestjs/common';
import { normalizeUsername } from '@latchkey/oauth';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import { buildEmailPattern } from './search-text.js';
import { CONTACT_ATTRIBUTES } from '../select-attributes.js';
import { LAST_SEARCH_BLOCK } from './user-count.entity.js';
import type { User } from './user.entity.js';
import { selectSub } from '../user-id.js';

/** A user found by a login name. */
export type NamedUser = Pick<User, 'sub' | 'active' | 'identityProvider' | 'attributes'>;

const MAX_NAME_LENGTH = 320;
const COLUMNS = `${selectSub('end_user')} AS sub, active, identity_provider AS "identityProvider", ${CONTACT_ATTRIBUTES}`;
const TERMS = 'end_user_terms(domain_id, block, identity_provider, search_text)';
const IS_LOCAL = `identity_provider = 'local'`;
const BY_USERNAME = `SELECT ${COLUMNS} FROM end_user WHERE domain_id = $1 AND username_key = $2 AND ${IS_LOCAL}`;

/** Finds a user of the domain by the field "Username or email". Federated users sign in at their identity provider. */
@Injectable()
export class LoginNameRepository {
  constructor(private readonly database: Database) {}

  /**
   * The user with that username, otherwise the only one with that email address. If several users have the address, none is found. An
   * unknown name takes as many statements as a known one.
   */
  async find(domainId: string, name: string): Promise<NamedUser | null> {
    const enteredName = isStorable(name) && name.length <= MAX_NAME_LENGTH ? name : '';
    const [byUsername]: NamedUser[] = await this.database.manager.query(BY_USERNAME, [domainId, normalizeUsername(enteredName)]);
    const byEmail = await this.findByEmail(domainId, enteredName);
    return byUsername ?? (byEmail.length === 1 ? byEmail[0]! : null);
  }

  private findByEmail(domainId: string, email: string): Promise<NamedUser[]> {
    const searchPattern = buildEmailPattern(email) ?? { terms: ['\n\n'], pattern: '' };
    const conditions = searchPattern.terms.map((_term, n) => `AND ${TERMS} @> ARRAY[$${n + 3}]`);
    // Not prepared, because the planner needs the values. See UserSearchRepository.
    return this.database.manager.query(
      `SELECT found.* FROM generate_series(0, ${LAST_SEARCH_BLOCK}) AS n CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM end_user
         WHERE ${TERMS} @> ARRAY[$1::uuid || '/' || n] ${conditions.join(' ')} AND search_text LIKE $2 AND ${IS_LOCAL}) AS found LIMIT 2`,
      [domainId, searchPattern.pattern, ...searchPattern.terms],
    );
  }
}
