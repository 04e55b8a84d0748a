import { Injectable } from '@nestjs/common';
import type { DecodedJws } from '@latchkey/crypto';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { MtlsHostService } from '../../domain/mtls-host.service.js';
import { RefusedTokenLimitService } from '../../domain/refused-token-limit.service.js';
import { UsedJtiService } from '../../domain/used-jti.service.js';
import { getVerificationBudget } from '../../domain/verification-budgets.js';
import type { AuthenticatedClient, AuthenticationRequest } from '../authentication-request.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { checkAssertionClaims, CLOCK_SKEW_SECONDS } from './assertion-claims.js';
import { AssertionClientService, type AssertionClient } from './assertion-client.service.js';
import { ClientKeyService } from '../keys/client-key.service.js';
import { parseClientAssertion, type ClientAssertion } from './client-assertion.js';

/**
 * The maximum time until `exp`: for a client's own assertion, and for a workload token, whose issuer sets it. Tokens of managed identities
 * live 24 hours.
 */
const MAX_LIFETIME_SECONDS = { own: 600, workload: 86_400 };
/** How long the rows of used assertions outlive them beyond the clock skew, because the clocks of replicas differ. */
const MARGIN_SECONDS = 60;
/** FAPI 2.0 Security Profile section 5.4.1. */
const ALGORITHMS_OF_FAPI2 = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/**
 * Authenticates clients by a JWT: one that the client has signed (`private_key_jwt` of OpenID Connect Core section 9), or one from the
 * issuer of its workload identity (RFC 7523 section 3).
 */
@Injectable()
export class AssertionAuthenticationService {
  constructor(
    private readonly clients: AssertionClientService,
    private readonly keys: ClientKeyService,
    private readonly jtis: UsedJtiService,
    private readonly mtlsHosts: MtlsHostService,
    private readonly limits: RefusedTokenLimitService,
  ) {}

  /** @returns null if the domain is not served @throws ClientAuthenticationError, TooManyRefusedTokensError */
  async authenticate(request: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    const { received, domainName } = request;
    this.limits.check(received, domainName);
    try {
      return await this.findAndVerify(request);
    } catch (error) {
      if (error instanceof ClientAuthenticationError) this.limits.record(received, domainName);
      throw error;
    }
  }

  private async findAndVerify(request: AuthenticationRequest): Promise<AuthenticatedClient | null> {
    const assertion = parseClientAssertion(request.parameters);
    const found = await this.clients.find(request.domainName, assertion);
    if (!found) return null;
    try {
      return await this.verify(request, assertion, found);
    } catch (error) {
      if (error instanceof ClientAuthenticationError) error.client = found.client;
      throw error;
    }
  }

  private async verify(request: AuthenticationRequest, { jws }: ClientAssertion, found: AssertionClient): Promise<AuthenticatedClient> {
    const { current, domain, client, methods } = found;
    const { clientId } = client.client;
    const { client_id: sentClientId = clientId } = request.parameters;
    if (sentClientId !== clientId)
      throw new ClientAuthenticationError('wrong-client-id', 'client_id and the subject of client_assertion are different clients');
    const isWorkload = methods.every((each) => each.method.type === 'FederatedJwt');
    const { isFapi } = client;
    // control: an assertion of profile FAPI2 is signed by the client, by an algorithm of the profile
    if (isFapi) checkProfile(jws, { isWorkload });
    const now = Math.floor(Date.now() / 1_000);
    const expiry = checkAssertionClaims(jws.claims, {
      audiences: this.listAudiences(domain, request.path),
      isIssuerRequired: isFapi,
      maxLifetimeSeconds: isWorkload ? MAX_LIFETIME_SECONDS.workload : MAX_LIFETIME_SECONDS.own,
      now,
    });
    const { method } = await this.keys.findSigner(methods, jws, getVerificationBudget(request.received));
    // A workload presents the same token until it expires. Kubernetes, for example, issues a new one only then.
    if (!isWorkload) await this.useOnce(jws, { domainId: domain.id, clientId }, expiry - now + CLOCK_SKEW_SECONDS + MARGIN_SECONDS);
    return { current, domain, client, method };
  }

  /** The issuer, and the URLs of the token endpoint and of this endpoint, which may be on the mTLS host. */
  private listAudiences(domain: CachedDomain, path: string): string[] {
    const bases = [domain.issuer, this.mtlsHosts.findUrl(domain)].filter((base) => base !== null);
    return [domain.issuer, ...bases.flatMap((base) => [`${base}/connect/token`, `${base}${path}`])];
  }

  /** Runs after the signature check, so that only the client itself can use up its assertions. */
  private async useOnce(jws: DecodedJws, client: { domainId: string; clientId: string }, lifetime: number): Promise<void> {
    const { jti } = jws.claims;
    if (typeof jti !== 'string' || jti === '')
      throw new ClientAuthenticationError('missing-jti', 'client_assertion requires the claim jti');
    const isFirst = await this.jtis.recordUse({ kind: 'ClientAssertion', ...client, jti, lifetime });
    if (!isFirst) throw new ClientAuthenticationError('replayed', 'client_assertion was used before: each assertion requires a new jti');
  }
}

/** FAPI 2.0 Security Profile sections 5.3.2.1 and 5.4.1. */
function checkProfile({ header }: DecodedJws, { isWorkload }: { isWorkload: boolean }): void {
  if (isWorkload)
    throw new ClientAuthenticationError('method-not-registered', 'a client with the profile FAPI2 must sign its client_assertion itself');
  if (!ALGORITHMS_OF_FAPI2.some((each) => each === header['alg']))
    throw new ClientAuthenticationError(
      'wrong-algorithm',
      `a client with the profile FAPI2 must sign with one of ${ALGORITHMS_OF_FAPI2.join(', ')}`,
    );
}
