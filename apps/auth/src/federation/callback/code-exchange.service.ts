import { Injectable } from '@nestjs/common';
import type { ServedIdentityProvider } from '@latchkey/persistence';
import {
  authorizationCodeGrant,
  fetchUserInfo,
  WWWAuthenticateChallengeError,
  type AuthorizationCodeGrantChecks,
  type Configuration,
  type IDToken,
  type TokenEndpointResponse,
} from 'openid-client';
import type { UpstreamAssurance } from '../../assurance/upstream-assurance.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { UpstreamClaims } from './claim-mapper.js';
import { toFederationFailure, FederationFailure } from '../federation-failure.js';
import { checkTokenTimes } from '../upstream/token-times.js';
import { UpstreamClientService } from '../upstream/upstream-client.service.js';
import { JwksService } from '../upstream/jwks.service.js';
import { buildRedirectUri, type RequestSecrets } from '../upstream/upstream-authorization-request.js';

/** The identity that an identity provider has authenticated. */
export interface UpstreamIdentity {
  issuer: string;
  subject: string;
  /** Claims of the ID token, and of userinfo if it was needed. */
  documents: readonly UpstreamClaims[];
  /** `acr` and `amr` of the ID token. Those of userinfo are ignored. */
  assurance: UpstreamAssurance;
  /** Session id at the identity provider. */
  sid: string | null;
  idToken: string;
}

/** The authorization response, as the browser delivered it. */
export interface AuthorizationResponse {
  /** Query of the callback URL, without `?`. */
  query: string;
  secrets: RequestSecrets;
  maxAge: number | null;
}

/** OpenID Connect Core section 2. */
const MAX_SUBJECT_LENGTH = 255;

/** Exchanges authorization codes for verified identities. */
@Injectable()
export class CodeExchangeService {
  constructor(
    private readonly clients: UpstreamClientService,
    private readonly jwks: JwksService,
  ) {}

  /** Redeems the code: OpenID Connect Core sections 3.1.2.7 to 3.1.3.7, RFC 9207. @throws FederationFailure */
  async exchangeCode(domain: CachedDomain, provider: ServedIdentityProvider, response: AuthorizationResponse): Promise<UpstreamIdentity> {
    try {
      const tokens = await this.clients.call({ domain, provider, endpoint: 'token_endpoint' }, (client) =>
        authorizationCodeGrant(client, new URL(`${buildRedirectUri(domain, provider.name)}?${response.query}`), buildChecks(response)),
      );
      // The library relies on TLS instead of the signature, as section 3.1.3.7, 6 permits. We verify the signature too.
      await this.clients.call({ domain, provider, endpoint: 'jwks_uri' }, (client) =>
        this.jwks.verify(domain, { ...client.serverMetadata(), revision: provider.revision }, tokens.id_token!),
      );
      checkTokenTimes(tokens.claims()!, { maxAge: response.maxAge, now: Math.floor(Date.now() / 1_000) });
      return await this.clients.call({ domain, provider, endpoint: 'userinfo_endpoint' }, (client) =>
        loadIdentity(client, provider, tokens),
      );
    } catch (error) {
      throw toFederationFailure(error);
    }
  }
}

function buildChecks({ secrets, maxAge }: AuthorizationResponse): AuthorizationCodeGrantChecks {
  return {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
    ...(maxAge !== null && { maxAge }),
  };
}

type Tokens = TokenEndpointResponse & { claims(): IDToken | undefined };

async function loadIdentity(client: Configuration, provider: ServedIdentityProvider, tokens: Tokens): Promise<UpstreamIdentity> {
  const idToken = tokens.claims()!;
  const { iss: issuer, sub: subject, sid, azp } = idToken;
  // The library checks `azp` only for several audiences: section 3.1.3.7, 5.
  if (azp !== undefined && azp !== provider.clientId) throw new FederationFailure('wrong-audience');
  if (!isStorableIdentifier(subject)) throw new FederationFailure('no-subject');
  const userinfo = needsUserinfo(client, provider, idToken) ? [await loadUserinfo(client, tokens, subject)] : [];
  const { acr, amr } = idToken;
  const documents = [idToken, ...userinfo];
  return { issuer, subject, documents, assurance: { acr, amr }, sid: isStorableIdentifier(sid) ? sid : null, idToken: tokens.id_token! };
}

/** OpenID Connect Core section 5.3. */
function loadUserinfo(client: Configuration, { access_token: accessToken }: Tokens, subject: string): Promise<UpstreamClaims> {
  return fetchUserInfo(client, accessToken, subject).catch((error: unknown) => {
    throw error instanceof WWWAuthenticateChallengeError ? new FederationFailure('userinfo-refused', error) : error;
  });
}

/** Whether the ID token lacks a mapped claim that userinfo can contain. */
function needsUserinfo(client: Configuration, { claimMapping }: ServedIdentityProvider, idToken: IDToken): boolean {
  const isMissing = Object.keys(claimMapping).some((claim) => !Object.hasOwn(idToken, claim) || idToken[claim] === null);
  return isMissing && client.serverMetadata().userinfo_endpoint !== undefined;
}

/** Whether PostgreSQL can store the value unchanged, so that distinct identifiers stay distinct. */
function isStorableIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SUBJECT_LENGTH && value.isWellFormed() && !value.includes('\0');
}
