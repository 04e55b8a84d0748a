import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import { fetchProtectedResource, type Configuration, WWWAuthenticateChallengeError } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure, toFederationFailure, type FailureReason } from '../federation-failure.js';
import { JwksService } from '../upstream/jwks.service.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { isExpired, isNumericDate } from '../upstream/token-times.js';
import type { UpstreamClaims } from './claim-mapper.js';

/**
 * Signs that the response belongs to another user or issuer. Other failures only omit its claims, because the ID token has authenticated
 * the user.
 */
const REFUSED_REASONS: ReadonlySet<FailureReason> = new Set([
  'wrong-subject',
  'wrong-issuer',
  'wrong-audience',
  'wrong-signature',
  'wrong-algorithm',
  'unknown-key',
  'expired',
]);
const ACCEPTED_TYPES = 'application/json, application/jwt';

/** Whose userinfo is requested, and with which token. */
export interface UserinfoRequest {
  domain: CachedDomain;
  provider: ServedIdentityProvider;
  accessToken: string;
  /** `sub` of the ID token. */
  subject: string;
}

/** Reads userinfo, as JSON or as a signed JWT: OpenID Connect Core section 5.3. */
@Injectable()
export class UserinfoService {
  constructor(
    private readonly clients: UpstreamClientService,
    private readonly jwks: JwksService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns null if there is no usable response @throws FederationFailure if the response belongs to another user or issuer */
  async load(request: UserinfoRequest): Promise<UpstreamClaims | null> {
    const { domain, provider } = request;
    try {
      return await this.clients.call({ domain, provider, endpoint: 'userinfo_endpoint' }, (client) => this.request(client, request));
    } catch (error) {
      const { reason } = toUserinfoFailure(error);
      if (REFUSED_REASONS.has(reason)) throw new FederationFailure(reason, error);
      this.logger.warn({ domain: domain.name, provider: provider.name, reason }, 'userinfo not used');
      return null;
    }
  }

  private async request(client: Configuration, request: UserinfoRequest): Promise<UpstreamClaims | null> {
    const { userinfo_endpoint: endpoint } = client.serverMetadata() as { userinfo_endpoint?: unknown };
    if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return null;
    const headers = new Headers({ accept: ACCEPTED_TYPES });
    const response = await fetchProtectedResource(client, request.accessToken, new URL(endpoint), 'GET', null, headers);
    if (response.status !== 200) throw new FederationFailure('wrong-status');
    const isJwt = /^application\/jwt\b/i.test(response.headers.get('content-type') ?? '');
    const claims = isJwt ? await this.readJwt(client, request, await response.text()) : await readJson(response);
    if (typeof claims['sub'] !== 'string') throw new FederationFailure('no-subject');
    if (claims['sub'] !== request.subject) throw new FederationFailure('wrong-subject');
    return claims;
  }

  /** Section 5.3.2. `exp` is optional there. */
  private async readJwt(client: Configuration, { domain, provider }: UserinfoRequest, jwt: string): Promise<UpstreamClaims> {
    const { claims } = await this.jwks.verify(domain, { ...client.serverMetadata(), revision: provider.revision }, jwt);
    if (claims['iss'] !== provider.issuer) throw new FederationFailure('wrong-issuer');
    if (![claims['aud']].flat().includes(provider.clientId)) throw new FederationFailure('wrong-audience');
    const { exp } = claims;
    if (isNumericDate(exp) && isExpired(exp, Math.floor(Date.now() / 1_000))) throw new FederationFailure('expired');
    return claims;
  }
}

function toUserinfoFailure(error: unknown): FederationFailure {
  return error instanceof WWWAuthenticateChallengeError ? new FederationFailure('userinfo-refused', error) : toFederationFailure(error);
}

async function readJson(response: Response): Promise<UpstreamClaims> {
  const claims: unknown = await response.json().catch(() => null);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new FederationFailure('not-json');
  return claims as UpstreamClaims;
}
