import { Injectable } from '@nestjs/common';
import type { DecodedJws } from '@latchkey/crypto';
import type { CachedMethod } from '../../client/cached-client.js';
import { UsedJtiService } from '../../domain/used-jti.service.js';
import type { AuthenticatedClient, AuthenticationRequest } from '../authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { checkAssertionClaims, CLOCK_SKEW_SECONDS } from './assertion-claims.js';
import { AssertionClientService, type AssertionClient } from './assertion-client.service.js';
import { AssertionKeyService } from './assertion-key.service.js';
import { parseClientAssertion, type ClientAssertion } from './client-assertion.js';

/** How far ahead `exp` of an assertion may be, by the type of the method. */
const MAX_LIFETIME_SECONDS = { PrivateKeyJwt: 600 } as const;
/** The rows of used assertions outlive them by this, beyond the clock skew: the clocks of replicas differ. */
const MARGIN_SECONDS = 60;
/** FAPI 2.0 Security Profile section 5.4. */
const ALGORITHMS_OF_FAPI2 = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Authenticates clients by a JWT that they have signed: RFC 7523, OpenID Connect Core section 9 (`private_key_jwt`). */
@Injectable()
export class AssertionAuthenticationService {
  constructor(
    private readonly clients: AssertionClientService,
    private readonly keys: AssertionKeyService,
    private readonly jtis: UsedJtiService,
  ) {}

  /** @returns null if the domain is not served @throws ClientAuthenticationError */
  async authenticate(request: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    const assertion = parseClientAssertion(request.parameters);
    const found = await this.clients.find(request.domainName, assertion);
    if (!found) return null;
    try {
      return await this.verify(request, assertion, found);
    } catch (error) {
      if (error instanceof ClientAuthenticationError) error.clientId = found.client.client.clientId;
      throw error;
    }
  }

  private async verify(request: AuthenticationRequest, { jws }: ClientAssertion, found: AssertionClient): Promise<AuthenticatedClient> {
    const { current, domain, client, methods } = found;
    const { clientId, authentication } = client.client;
    const { client_id: sentClientId = clientId } = request.parameters;
    if (sentClientId !== clientId)
      throw new ClientAuthenticationError('wrong-client-id', 'client_id and the subject of client_assertion are different clients');
    const isFapi = authentication?.profile === 'FAPI2';
    if (isFapi) checkAlgorithm(jws);
    const now = Math.floor(Date.now() / 1_000);
    const expiry = checkAssertionClaims(jws.claims, {
      audiences: [domain.issuer, `${domain.issuer}/connect/token`, `${domain.issuer}${request.path}`],
      isIssuerRequired: isFapi,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS.PrivateKeyJwt,
      now,
    });
    const method = await this.findVerifyingMethod(methods, jws);
    await this.useOnce(jws, { domainId: domain.id, clientId }, expiry - now + CLOCK_SKEW_SECONDS + MARGIN_SECONDS);
    return { current, domain, client, method };
  }

  /** @returns the method whose keys verify the signature */
  private async findVerifyingMethod(methods: readonly CachedMethod[], jws: DecodedJws): Promise<CachedMethod> {
    const checks = new Set<string>();
    for (const method of methods) {
      const check = await this.keys.verify(method, jws);
      if (check === 'valid') return method;
      checks.add(check);
    }
    if (checks.has('wrong-signature'))
      throw new ClientAuthenticationError('wrong-signature', 'no key of the client verifies the signature of client_assertion');
    throw new ClientAuthenticationError('unknown-key', 'the client has no key with the kid and alg of client_assertion');
  }

  /** After the signature was verified: nobody else can use up the assertions of a client. */
  private async useOnce(jws: DecodedJws, client: { domainId: string; clientId: string }, lifetime: number): Promise<void> {
    const { jti } = jws.claims;
    if (typeof jti !== 'string' || jti === '') throw new ClientAuthenticationError('missing-jti', 'client_assertion needs the claim jti');
    const isFirst = await this.jtis.recordUse({ kind: 'ClientAssertion', ...client, jti, lifetime });
    if (!isFirst) throw new ClientAuthenticationError('replayed', 'client_assertion was used before: each needs a new jti');
  }
}

function checkAlgorithm({ header }: DecodedJws): void {
  if (!ALGORITHMS_OF_FAPI2.some((each) => each === header['alg']))
    throw new ClientAuthenticationError(
      'wrong-algorithm',
      `a client of profile FAPI2 must sign with one of ${ALGORITHMS_OF_FAPI2.join(', ')}`,
    );
}
