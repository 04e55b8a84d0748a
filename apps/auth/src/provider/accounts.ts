import { Injectable } from '@nestjs/common';
import { ServedDomainRepository, type ServedUser } from '@latchkey/persistence';
import type { Account } from 'oidc-provider';
import type { DomainRecord } from '../domain/domain-record.js';
import { claimsOf } from './claims.js';
import { unavailableIfOutage } from './unavailable.js';

/** A user as oidc-provider sees them. */
export interface UserAccount extends Account {
  /** What an access token with this scope says of the user. */
  accessTokenClaims(scope: string): Record<string, unknown>;
}

/** The users of a domain who may sign in. The database is asked each time: who may not any more is nobody at once. */
@Injectable()
export class Accounts {
  constructor(private readonly served: ServedDomainRepository) {}

  /** @returns undefined if there is no such user, or they may not sign in */
  find(domain: DomainRecord, sub: string): Promise<UserAccount | undefined> {
    return unavailableIfOutage(async () => {
      const user = await this.served.findActiveUser(domain.id, sub);
      return user ? toAccount(user, domain) : undefined;
    });
  }
}

/** The list for id tokens governs userinfo too. */
function toAccount({ sub, attributes }: ServedUser, { claimLists }: DomainRecord): UserAccount {
  return {
    accountId: sub,
    claims: async (_use, scope) => ({ sub, ...claimsOf(attributes, claimLists.id_token, scope) }),
    accessTokenClaims: (scope) => claimsOf(attributes, claimLists.access_token, scope),
  };
}
