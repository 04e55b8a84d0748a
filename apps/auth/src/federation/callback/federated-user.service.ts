import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { findUsernameCharacterViolation } from '@latchkey/oauth';
import {
  FederatedUserRepository,
  QuotaExceededError,
  type Attributes,
  type RefreshedUser,
  type ServedIdentityProvider,
  type UpstreamSubject,
} from '@latchkey/persistence';
import { applyUpdate, composeName, findVerifiedAttributes, type AttributeUpdate } from './attribute-update.js';
import { mapClaims } from './claim-mapper.js';
import { selectFittingAttributes } from './fitting-attributes.js';
import { FederationFailure } from '../federation-failure.js';
import type { UpstreamIdentity } from './upstream-identity.js';
import { buildUsernameCandidates } from './username-candidates.js';

/** The local user of a federated sign-in. */
export interface SignedInUser {
  sub: string;
  /** Whether the sign-in created the user. */
  created: boolean;
}

/** Records that a sign-in has changed attributes of a user, within the transaction of the change. */
export type RecordChange = (sub: string, attributes: { before: Attributes; after: Attributes }) => Promise<void>;

/** Finds and creates federated users. Only identity provider, issuer and `sub` identify them, never a name or address. */
@Injectable()
export class FederatedUserService {
  constructor(private readonly users: FederatedUserRepository) {}

  /** Finds or creates the user, and updates the attributes from the claims. @throws FederationFailure */
  async signIn(
    { domainId, record }: { domainId: string; record: RecordChange },
    provider: ServedIdentityProvider,
    identity: UpstreamIdentity,
  ): Promise<SignedInUser> {
    const key = { domainId, provider: provider.name, issuer: identity.issuer, subject: identity.subject };
    const desired = toDesiredUser(identity, provider, key);
    const found = await this.refresh(key, desired, record);
    if (found) return { sub: found, created: false };
    if (!provider.createUsers) throw new FederationFailure('no-account');
    return this.create(key, desired, record);
  }

  private async create(key: UpstreamSubject, desired: DesiredUser, record: RecordChange): Promise<SignedInUser> {
    for (const username of desired.usernames) {
      const named = { preferred_username: username, ...desired.attributes };
      const required = { preferred_username: username, name: composeName(named) };
      const { addressByFlag } = desired;
      const fitting = selectFittingAttributes(required, desired.attributes, { addressByFlag, bytesBefore: 0 });
      const user = { attributes: { ...required, ...fitting }, vouchedFor: findVerifiedAttributes(fitting) };
      const sub = await this.users.create(key, user).catch(throwFederationFailure);
      if (sub) return { sub, created: true };
      // Another user has the name, or a concurrent sign-in has created this user.
      const found = await this.refresh(key, desired, record);
      if (found) return { sub: found, created: false };
    }
    throw new Error('No username candidate is free for the federated user');
  }

  /** @returns null if the user does not exist @throws FederationFailure if the user is inactive */
  private async refresh(key: UpstreamSubject, desiredUser: DesiredUser, record: RecordChange): Promise<string | null> {
    const { attributes, usernames, isNamed, ...desired } = desiredUser;
    const user = await this.users.find(key);
    if (!user) return null;
    const { sub } = user;
    if (!user.active) throw new FederationFailure('account-inactive');
    // The last candidate, null, keeps the current username.
    for (const username of isNamed ? [...usernames, null] : [null]) {
      const keepsUsername = (stored: Attributes) => username === null || usernames.includes(String(stored['preferred_username']));
      const change = (stored: RefreshedUser): RefreshedUser | null => {
        const fresh = { ...attributes, ...(!keepsUsername(stored.attributes) && { preferred_username: username }) };
        const after = applyUpdate(stored, { ...desired, attributes: fresh });
        return isDeepStrictEqual(after, stored) ? null : after;
      };
      if (await this.users.refresh({ domainId: key.domainId, sub }, change, (before, after) => record(sub, { before, after }))) break;
    }
    return sub;
  }
}

function throwFederationFailure(error: unknown): never {
  throw error instanceof QuotaExceededError ? new FederationFailure('quota-exceeded', error) : error;
}

/** The user as the claims describe it. */
interface DesiredUser extends AttributeUpdate {
  /** Candidates in order of preference. */
  usernames: readonly string[];
  /** Whether the claims contain a valid username. Otherwise an existing user keeps the current one. */
  isNamed: boolean;
}

function toDesiredUser({ documents }: UpstreamIdentity, provider: ServedIdentityProvider, key: UpstreamSubject): DesiredUser {
  const valueOf = (attribute: string) => {
    const claim = Object.entries(provider.claimMapping).find(([, target]) => target === attribute)?.[0];
    if (claim === undefined) return undefined;
    return documents.map((document) => (Object.hasOwn(document, claim) ? document[claim] : null)).find((value) => (value ?? null) !== null);
  };
  const username = valueOf('preferred_username');
  const usernames = buildUsernameCandidates({ preferred_username: username, email: valueOf('email') }, key);
  const isNamed = typeof username === 'string' && username.trim() !== '' && findUsernameCharacterViolation(username.trim()) === null;
  return { ...mapClaims(documents, provider), trusted: provider.trustEmailVerified, usernames, isNamed };
}
