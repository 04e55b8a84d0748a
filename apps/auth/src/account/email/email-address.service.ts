import { Injectable } from '@nestjs/common';
import { ScimUserRepository, type User } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { UserChangeService, type ChangedDomain } from '@latchkey/user';
import type { EmailLink } from './email-link.service.js';

/** Why an address does not change: somebody else has it, or the link is for another state of the user. */
export type EmailRefusal = 'taken' | 'unusable';

/** The address of a user, which a domain gives to one user only. */
@Injectable()
export class EmailAddressService {
  constructor(
    private readonly users: UserChangeService,
    private readonly others: ScimUserRepository,
  ) {}

  /** @throws Problem user-not-found */
  get(domain: Pick<ChangedDomain, 'id'>, sub: string): Promise<User> {
    return this.users.get(domain, sub);
  }

  /** Whether a link can still do something: its user exists, with the address that it expects. */
  async isCurrent(domain: Pick<ChangedDomain, 'id'>, { sub, from }: EmailLink): Promise<boolean> {
    const user = await this.users.get(domain, sub).catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'user-not-found') return null;
      throw error;
    });
    return user !== null && hasAddress(user, from);
  }

  /** Finds and locks the user of a link. @returns null if the user has another address than the link expects @throws Problem user-not-found */
  async lock(domain: Pick<ChangedDomain, 'id'>, { sub, from }: EmailLink): Promise<User | null> {
    const user = await this.users.lock(domain, sub);
    return hasAddress(user, from) ? user : null;
  }

  /** Whether another user has the address, as address or as username. Call it while the domain is locked against other changes. */
  async isTaken({ id }: Pick<ChangedDomain, 'id'>, { sub, to }: EmailLink): Promise<boolean> {
    const users = await this.others.listMatching(
      id,
      [
        { by: 'email', value: to },
        { by: 'username', value: to },
      ],
      2,
    );
    return users.some((user) => user.sub !== sub);
  }

  /** Sets the address, which ends the sign-in links that went to the former one. @param user locked */
  replace(domain: ChangedDomain, user: User, { to, verified }: EmailLink): Promise<void> {
    return this.users.update(domain, user, { email: to, email_verified: verified });
  }
}

function hasAddress({ attributes }: User, address: string | null | undefined): boolean {
  return address === undefined || (attributes['email'] ?? null) === address;
}
