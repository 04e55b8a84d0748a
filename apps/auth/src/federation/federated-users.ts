import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { usernameCharacterFault } from '@latchkey/oauth';
import {
  FederatedUserRepository,
  type Attributes,
  type RefreshedUser,
  type ServedIdentityProvider,
  type UpstreamSubject,
} from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';
import { attributesOf, refreshed, verificationsIn, withdrawnBy } from './claim-attributes.js';
import { FederationFailure } from './failure.js';
import type { UpstreamIdentity } from './upstream-answers.js';
import { usernamesOf } from './username.js';

/** Whom a sign-in has shown. */
export interface SignedInUser {
  sub: string;
  /** Whether they are new here. */
  created: boolean;
}

/** The users for whom providers vouch: known by the provider and its `sub`, and by nothing else. */
@Injectable()
export class FederatedUsers {
  constructor(private readonly users: FederatedUserRepository) {}

  /** Finds somebody, or makes a user for them. What the provider says of them now is taken over. @throws FederationFailure */
  async signIn(
    { id: domainId }: Pick<DomainRecord, 'id'>,
    provider: ServedIdentityProvider,
    identity: UpstreamIdentity,
  ): Promise<SignedInUser> {
    const key = { domainId, provider: provider.name, issuer: identity.issuer, subject: identity.subject };
    const wanted = wantedOf(identity, provider, key);
    const found = await this.refresh(key, wanted);
    if (found) return { sub: found, created: false };
    if (!provider.createUsers) throw new FederationFailure('no-account');
    return this.create(key, wanted);
  }

  private async create(key: UpstreamSubject, wanted: Wanted): Promise<SignedInUser> {
    for (const username of wanted.usernames) {
      const attributes = { preferred_username: username, name: nameOf(wanted.attributes, username), ...wanted.attributes };
      const sub = await this.users.create(key, { attributes, vouchedFor: verificationsIn(wanted.attributes) });
      if (sub) return { sub, created: true };
      // Either somebody else has the name, or the same person has come in by another window.
      const found = await this.refresh(key, wanted);
      if (found) return { sub: found, created: false };
    }
    throw new Error('no username is left for somebody whom a provider has sent');
  }

  /** @returns null if there is no such user @throws FederationFailure if they may not sign in */
  private async refresh(key: UpstreamSubject, { attributes, usernames, isNamed, ...wanted }: Wanted): Promise<string | null> {
    const user = await this.users.find(key);
    if (!user) return null;
    if (!user.active) throw new FederationFailure('account-inactive');
    // The last resort is the name that they have.
    for (const username of isNamed ? [...usernames, null] : [null]) {
      const keeps = (stored: Attributes) => username === null || usernames.includes(String(stored['preferred_username']));
      const change = (stored: RefreshedUser): RefreshedUser | null => {
        const fresh = { ...attributes, ...(!keeps(stored.attributes) && { preferred_username: username }) };
        const after = refreshed(stored, { fresh, ...wanted });
        return isDeepStrictEqual(after, stored) ? null : after;
      };
      if (await this.users.refresh(key.domainId, user.sub, change)) break;
    }
    return user.sub;
  }
}

/** What a sign-in wants its user to be like. */
interface Wanted {
  attributes: Attributes;
  /** Attributes that are to go. */
  withdrawn: readonly string[];
  /** Whether the provider is taken at its word that an address or a number is theirs. */
  trusted: boolean;
  /** The best first. */
  usernames: readonly string[];
  /** Whether the provider has said how they are called, by a name that can be taken: else they keep the one that they have. */
  isNamed: boolean;
}

function wantedOf({ claims }: UpstreamIdentity, provider: ServedIdentityProvider, key: UpstreamSubject): Wanted {
  const valueOf = (attribute: string) => {
    const claim = Object.entries(provider.claimMapping).find(([, target]) => target === attribute)?.[0];
    return claim !== undefined && Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  };
  const username = valueOf('preferred_username');
  const usernames = usernamesOf({ preferred_username: username, email: valueOf('email') }, key);
  const isNamed = typeof username === 'string' && username.trim() !== '' && usernameCharacterFault(username.trim()) === null;
  const trusted = provider.trustEmailVerified;
  return { attributes: attributesOf(claims, provider), withdrawn: withdrawnBy(claims, provider), trusted, usernames, isNamed };
}

function nameOf({ given_name: given, family_name: family }: Attributes, username: string): string {
  return [given, family].filter((part) => typeof part === 'string' && part !== '').join(' ') || username;
}
