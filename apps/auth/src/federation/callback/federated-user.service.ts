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
import type { CachedDomain } from '../../domain/cached-domain.js';
import { mapClaims, applyUpdate, findVerifiedAttributes, findWithdrawnAttributes } from './claim-mapper.js';
import { FederationFailure } from '../federation-failure.js';
import type { UpstreamIdentity } from './code-exchange.service.js';
import { buildUsernameCandidates } from './username-candidates.js';

/** Whom a sign-in has shown. */
export interface SignedInUser {
  sub: string;
  /** Whether they are new here. */
  created: boolean;
}

/** The users for whom providers vouch: known by the provider and its `sub`, and by nothing else. */
@Injectable()
export class FederatedUserService {
  constructor(private readonly users: FederatedUserRepository) {}

  /** Finds somebody, or makes a user for them. What the provider says of them now is taken over. @throws FederationFailure */
  async signIn(
    { id: domainId }: Pick<CachedDomain, 'id'>,
    provider: ServedIdentityProvider,
    identity: UpstreamIdentity,
  ): Promise<SignedInUser> {
    const key = { domainId, provider: provider.name, issuer: identity.issuer, subject: identity.subject };
    const desired = toDesiredUser(identity, provider, key);
    const found = await this.refresh(key, desired);
    if (found) return { sub: found, created: false };
    if (!provider.createUsers) throw new FederationFailure('no-account');
    return this.create(key, desired);
  }

  private async create(key: UpstreamSubject, desired: DesiredUser): Promise<SignedInUser> {
    for (const username of desired.usernames) {
      const attributes = { preferred_username: username, name: composeName(desired.attributes, username), ...desired.attributes };
      const sub = await this.users.create(key, { attributes, vouchedFor: findVerifiedAttributes(desired.attributes) });
      if (sub) return { sub, created: true };
      // Either somebody else has the name, or the same person has come in by another window.
      const found = await this.refresh(key, desired);
      if (found) return { sub: found, created: false };
    }
    throw new Error('no username is left for somebody whom a provider has sent');
  }

  /** @returns null if there is no such user @throws FederationFailure if they may not sign in */
  private async refresh(key: UpstreamSubject, { attributes, usernames, isNamed, ...desired }: DesiredUser): Promise<string | null> {
    const user = await this.users.find(key);
    if (!user) return null;
    if (!user.active) throw new FederationFailure('account-inactive');
    // The last resort is the name that they have.
    for (const username of isNamed ? [...usernames, null] : [null]) {
      const keeps = (stored: Attributes) => username === null || usernames.includes(String(stored['preferred_username']));
      const change = (stored: RefreshedUser): RefreshedUser | null => {
        const fresh = { ...attributes, ...(!keeps(stored.attributes) && { preferred_username: username }) };
        const after = applyUpdate(stored, { fresh, ...desired });
        return isDeepStrictEqual(after, stored) ? null : after;
      };
      if (await this.users.refresh(key.domainId, user.sub, change)) break;
    }
    return user.sub;
  }
}

/** What a sign-in wants its user to be like. */
interface DesiredUser {
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

function toDesiredUser({ claims }: UpstreamIdentity, provider: ServedIdentityProvider, key: UpstreamSubject): DesiredUser {
  const valueOf = (attribute: string) => {
    const claim = Object.entries(provider.claimMapping).find(([, target]) => target === attribute)?.[0];
    return claim !== undefined && Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  };
  const username = valueOf('preferred_username');
  const usernames = buildUsernameCandidates({ preferred_username: username, email: valueOf('email') }, key);
  const isNamed = typeof username === 'string' && username.trim() !== '' && usernameCharacterFault(username.trim()) === null;
  const trusted = provider.trustEmailVerified;
  return { attributes: mapClaims(claims, provider), withdrawn: findWithdrawnAttributes(claims, provider), trusted, usernames, isNamed };
}

function composeName({ given_name: given, family_name: family }: Attributes, username: string): string {
  return [given, family].filter((part) => typeof part === 'string' && part !== '').join(' ') || username;
}
