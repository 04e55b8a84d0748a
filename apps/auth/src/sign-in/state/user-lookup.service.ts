import { Injectable } from '@nestjs/common';
import { CredentialRepository, LoginNameRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';

type LookupDomain = Pick<CachedDomain, 'id'>;

/** The `sub` of nobody: what is asked about it takes as long as for somebody, and comes to nothing. */
const UNKNOWN_USER_SUB = '00000000-0000-0000-0000-000000000000';

/** Who is meant, and how they are called. */
@Injectable()
export class UserLookupService {
  constructor(
    private readonly loginNames: LoginNameRepository,
    private readonly credentials: CredentialRepository,
  ) {}

  /** @returns the `sub` of the local user who is meant by what was typed; for a name that is nobody's, one that is nobody's */
  async findSub(domain: LookupDomain, enteredName: string): Promise<string> {
    const user = await this.loginNames.find(domain.id, enteredName);
    return user?.identityProvider === 'local' ? user.sub : UNKNOWN_USER_SUB;
  }

  /** How somebody is named to themselves: their name, else their username. */
  async findDisplayName(domain: LookupDomain, sub: string): Promise<string> {
    const name = (await this.credentials.findHolder(domain.id, sub))?.attributes['name'];
    return typeof name === 'string' ? name : this.findUsername(domain, sub);
  }

  /** What somebody would enter: it finds them, and nobody else. */
  async findUsername(domain: LookupDomain, sub: string): Promise<string> {
    return String((await this.credentials.findHolder(domain.id, sub))?.attributes['preferred_username'] ?? '');
  }
}

/** Whether a `sub` is that of somebody. */
export function isKnownUser(sub: string): boolean {
  return sub !== UNKNOWN_USER_SUB;
}
