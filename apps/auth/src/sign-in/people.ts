import { Injectable } from '@nestjs/common';
import { CredentialRepository, LoginNameRepository } from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';

type PeopleDomain = Pick<DomainRecord, 'id'>;

/** The `sub` of nobody: what is asked about it takes as long as for somebody, and comes to nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Who is meant, and how they are called. */
@Injectable()
export class People {
  constructor(
    private readonly names: LoginNameRepository,
    private readonly holders: CredentialRepository,
  ) {}

  /** @returns the `sub` of the local user who is meant by what was typed; for a name that is nobody's, one that is nobody's */
  async subOf(domain: PeopleDomain, typed: string): Promise<string> {
    const user = await this.names.find(domain.id, typed);
    return user?.identityProvider === 'local' ? user.sub : NOBODY;
  }

  /** How somebody is named to themselves: their name, else their username. */
  async nameOf(domain: PeopleDomain, sub: string): Promise<string> {
    const name = (await this.holders.findHolder(domain.id, sub))?.attributes['name'];
    return typeof name === 'string' ? name : this.usernameOf(domain, sub);
  }

  /** What somebody would enter: it finds them, and nobody else. */
  async usernameOf(domain: PeopleDomain, sub: string): Promise<string> {
    return String((await this.holders.findHolder(domain.id, sub))?.attributes['preferred_username'] ?? '');
  }
}

/** Whether a `sub` is that of somebody. */
export function isSomebody(sub: string): boolean {
  return sub !== NOBODY;
}
