import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { OAuth2Provider, ServedIdentityProvider } from '@latchkey/persistence';
import { fetchProtectedResource, type Configuration } from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { FederationFailure, toFederationFailure, type FailureReason } from '../federation-failure.js';
import { isStorableIdentifier } from '../upstream/storable-identifier.js';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { redeemCode } from './authorization-code.js';
import type { UpstreamClaims } from './claim-mapper.js';
import type { AuthorizationResponse, UpstreamIdentity } from './upstream-identity.js';
import { checkRequiredClaims } from './required-claims.js';

type OAuth2IdentityProvider = ServedIdentityProvider & { oauth2: OAuth2Provider };

/** Errors of GitHub's token endpoint, which come with status 200. */
const REASON_BY_ERROR: Readonly<Record<string, FailureReason>> = {
  bad_verification_code: 'code-refused',
  redirect_uri_mismatch: 'code-refused',
  incorrect_client_credentials: 'client-refused',
};
const DEFAULT_SUBJECT_CLAIM = 'id';

/** Exchanges the codes of providers that speak OAuth 2.0 alone: they have no ID token, so what their API says of the access token counts. */
@Injectable()
export class OAuth2ExchangeService {
  constructor(
    private readonly clients: UpstreamClientService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** RFC 6749 sections 4.1.2 to 4.1.4, RFC 7636. @throws FederationFailure */
  async exchangeCode(domain: CachedDomain, provider: OAuth2IdentityProvider, response: AuthorizationResponse): Promise<UpstreamIdentity> {
    try {
      const client = await this.clients.getConfiguration(domain, provider);
      const callback = new URL(`${buildRedirectUri(domain, provider.name)}?${response.query}`);
      const { accessToken, error } = await redeemCode(client, callback, response.secrets);
      if (error !== null || accessToken === null) throw new FederationFailure(REASON_BY_ERROR[error ?? ''] ?? 'token-refused');
      const claims = await this.readClaims({ domain, provider }, accessToken);
      checkRequiredClaims([claims], provider.requiredClaims);
      const subject = readSubject(claims[provider.oauth2.subjectClaim ?? DEFAULT_SUBJECT_CLAIM]);
      return { issuer: provider.issuer, subject, documents: [claims], assurance: {}, sid: null, idToken: null };
    } catch (error) {
      throw toFederationFailure(error);
    }
  }

  private async readClaims({ domain, provider }: Caller, accessToken: string): Promise<UpstreamClaims> {
    // Another one than redeemed the code, which reads token responses alone.
    const client = await this.clients.getConfiguration(domain, provider);
    const { userinfoEndpoint, emailsEndpoint } = provider.oauth2;
    const claims = await readJson(client, accessToken, userinfoEndpoint);
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new FederationFailure('not-json');
    if (emailsEndpoint === undefined) return claims as UpstreamClaims;
    // A public profile can show any address.
    const { email: _email, email_verified: _verified, ...others } = claims as Record<string, unknown>;
    try {
      return { ...others, ...findPrimaryAddress(await readJson(client, accessToken, emailsEndpoint)) };
    } catch (error) {
      const { reason } = toFederationFailure(error);
      this.logger.warn({ domain: domain.name, provider: provider.name, reason }, 'userinfo not used');
      return others;
    }
  }
}

interface Caller {
  domain: CachedDomain;
  provider: OAuth2IdentityProvider;
}

async function readJson(client: Configuration, accessToken: string, endpoint: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await fetchProtectedResource(client, accessToken, new URL(endpoint), 'GET', null, headers);
  if (response.status === 401 || response.status === 403) throw new FederationFailure('userinfo-refused');
  if (response.status !== 200) throw new FederationFailure('wrong-status');
  return response.json().catch(() => {
    throw new FederationFailure('not-json');
  });
}

/** Numbers identify users too, such as those of GitHub. */
function readSubject(value: unknown): string {
  const subject = Number.isSafeInteger(value) ? String(value) : value;
  if (!isStorableIdentifier(subject)) throw new FederationFailure('no-subject');
  return subject;
}

/** @returns the primary address if it is verified; null, which withdraws a stored one, if there is none */
function findPrimaryAddress(list: unknown): UpstreamClaims {
  if (!Array.isArray(list)) throw new FederationFailure('not-json');
  const isPrimary = (entry: unknown) => {
    const { email, primary, verified } = (entry ?? {}) as Record<string, unknown>;
    // control: a mail address of an OAuth 2.0 provider is the verified primary one
    return typeof email === 'string' && primary === true && verified === true;
  };
  const found = (list as unknown[]).find(isPrimary) as { email: string } | undefined;
  return found ? { email: found.email, email_verified: true } : { email: null, email_verified: null };
}
