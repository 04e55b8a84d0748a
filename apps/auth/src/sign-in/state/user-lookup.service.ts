import { Injectable } from '@nestjs/common';
import { CredentialRepository, LoginNameRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';

type LookupDomain = Pick<CachedDomain, 'id'>;

/** The `sub` of an unknown user. Queries with it take as long as for a known user, and find nothing. */
const UNKNOWN_USER_SUB = '00000000-0000-0000-0000-000000000000';

/** Looks up users by username or `sub`. */
@Injectable()
export class UserLookupService {
  constructor(
    private readonly loginNames: LoginNameRepository,
    private readonly credentials: CredentialRepository,
  ) {}

  /** @returns the `sub` of the local user with the entered username; UNKNOWN_USER_SUB if there is none */
  async findSub(domain: LookupDomain, enteredName: string): Promise<string> {
    const user = await this.loginNames.find(domain.id, enteredName);
    return user?.identityProvider === 'local' ? user.sub : UNKNOWN_USER_SUB;
  }

  /** The user's full name, or otherwise the username. */
  async findDisplayName(domain: LookupDomain, sub: string): Promise<string> {
    const name = (await this.credentials.findHolder(domain.id, sub))?.attributes['name'];
    return typeof name === 'string' ? name : this.findUsername(domain, sub);
  }

  /** The username and the mail address of this user. */
  async listNames(domain: LookupDomain, sub: string): Promise<string[]> {
    const { preferred_username: username, email } = (await this.credentials.findHolder(domain.id, sub))?.attributes ?? {};
    return [username, email].filter((name) => typeof name === 'string');
  }

  /** The username of this user. */
  async findUsername(domain: LookupDomain, sub: string): Promise<string> {
    return String((await this.credentials.findHolder(domain.id, sub))?.attributes['preferred_username'] ?? '');
  }
}

/** Whether a `sub` belongs to an existing user. */
export function isKnownUser(sub: string): boolean {
  return sub !== UNKNOWN_USER_SUB;
}
