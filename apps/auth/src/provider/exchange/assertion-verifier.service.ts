import { Injectable } from '@nestjs/common';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { CachedAssertionIssuer, CachedClient } from '../../client/cached-client.js';
import { ClientAuthenticationError } from '../../client-authentication/client-authentication.error.js';
import { ClientKeyService } from '../../client-authentication/keys/client-key.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { UsedJtiService } from '../../domain/used-jti.service.js';
import { getVerificationBudget } from '../../domain/verification-budgets.js';
import { AssertedUserService } from '../../federation/asserted-user.service.js';
import { FederationFailure } from '../../federation/federation-failure.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { InvalidAssertionError } from '../errors/invalid-assertion.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { satisfiesPolicies } from '../accounts/client-policies.js';
import { readSubject, type AssertedAccess, type IdentityAssertion } from './identity-assertion.js';

/** How long a row of a used assertion outlives it, because the clocks of replicas differ. */
const MARGIN_SECONDS = 60;
const KEY_PROBLEMS: Readonly<Partial<Record<string, string>>> = {
  'keys-unavailable': 'cannot be checked: the keys of its issuer cannot be fetched',
  'unknown-key': 'has a kid and alg of which its issuer has no key, or none of several keys is named',
  'wrong-signature': 'has a signature that no key of its issuer verifies',
};
const USER_PROBLEMS: Readonly<Partial<Record<string, string>>> = {
  'provider-off': 'is of an issuer that is no enabled identity provider of the domain',
  'no-account': 'names a user without an account here, and its identity provider may not create users',
  'quota-exceeded': 'names a user without an account here, and no more users can be created',
  'account-inactive': 'names a user who is not active here',
  'required-claim': 'lacks a claim that the domain requires of users of its identity provider',
};

/** What an assertion is checked for. */
export interface AssertionContext {
  client: CachedClient;
  domain: CachedDomain;
}

/** An assertion whose signature was verified. */
export interface VerifiedAssertion {
  assertion: IdentityAssertion;
  access: AssertedAccess;
  trusted: CachedAssertionIssuer;
  provider: ServedIdentityProvider;
}

/** Verifies identity assertions and finds their users. */
@Injectable()
export class AssertionVerifierService {
  constructor(
    private readonly keys: ClientKeyService,
    private readonly jtis: UsedJtiService,
    private readonly users: AssertedUserService,
  ) {}

  /** The configuration of the issuer of an assertion. @throws InvalidAssertionError if the client may use none of it */
  findIssuer({ issuer }: IdentityAssertion, { client, domain }: AssertionContext): CachedAssertionIssuer {
    const trusted = client.assertionIssuers.find(({ method }) => method.issuer === issuer);
    // control: a client uses assertions of the issuers that an operator lists, never of its own domain
    if (!trusted || issuer === domain.issuer)
      throw new InvalidAssertionError('assertion is of an issuer that is not listed in the grants of this client');
    return trusted;
  }

  /** Verifies the signature, and that users of the issuer may use the client. @throws InvalidAssertionError */
  async verify(
    ctx: KoaContextWithOIDC,
    { assertion, access, trusted }: Omit<VerifiedAssertion, 'provider'>,
    { client, domain }: AssertionContext,
  ): Promise<VerifiedAssertion> {
    const provider = await translateFailure(() => this.users.findProvider(toRequest(ctx, domain), assertion.issuer));
    // control: an assertion brings no user of an identity provider whose users the client refuses, and fulfils no policy
    if (!satisfiesPolicies(client.client, { identityProvider: provider.name, acr: undefined }))
      throw new InvalidAssertionError(
        'assertion is of an identity provider that this client does not accept, or the policies of the client demand a sign-in',
      );
    const budget = getVerificationBudget(getCredentials(ctx.req).received);
    // control: the issuer of an assertion has signed it
    await translateFailure(() => this.keys.findSigner([trusted], assertion.jws, budget));
    return { assertion, access, trusted, provider };
  }

  /** Uses the assertion up, and finds or creates its user. @returns the `sub` @throws InvalidAssertionError */
  async useOnce(
    ctx: KoaContextWithOIDC,
    { assertion, access, trusted, provider }: VerifiedAssertion,
    { client, domain }: AssertionContext,
  ): Promise<string> {
    const { issuer, jws } = assertion;
    const { subjectClaim } = trusted.method;
    const subject = readSubject(assertion, subjectClaim);
    const { jti, lifetime } = access;
    const use = { kind: 'AuthorizationGrant', domainId: domain.id, clientId: issuer, jti, lifetime: lifetime + MARGIN_SECONDS } as const;
    const isFirst = await translateOutage(() => this.jtis.recordUse(use));
    // control: an assertion is used once on all replicas
    if (!isFirst) throw new InvalidAssertionError('assertion was used before: each request needs a new one');
    const user = { issuer, subject, claims: jws.claims };
    return translateFailure(() => this.users.find(toRequest(ctx, domain), provider, { user, clientId: client.client.clientId }));
  }
}

function toRequest({ req: request, res: response }: KoaContextWithOIDC, domain: CachedDomain) {
  return { request, response, domain };
}

async function translateFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await translateOutage(work);
  } catch (error) {
    const problems = error instanceof FederationFailure ? USER_PROBLEMS : error instanceof ClientAuthenticationError ? KEY_PROBLEMS : {};
    const problem = problems[(error as { reason?: string }).reason ?? ''];
    if (problem !== undefined) throw new InvalidAssertionError(`assertion ${problem}`);
    throw error instanceof FederationFailure ? new errors.InvalidGrant(error) : error;
  }
}
