import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { identityProviderContext, Encryptor, parseP256PrivateKey, signJwt, toCryptoKey, type SigningAlgorithm } from '@latchkey/crypto';
import type { AppleKey, ServedIdentityProvider } from '@latchkey/persistence';
import {
  ClientSecretBasic,
  ClientSecretPost,
  modifyAssertion,
  PrivateKeyJwt,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { toFederationFailure, type FailureReason } from '../federation-failure.js';
import { DiscoveryService } from './discovery.service.js';

/** Failures that a request to an outdated address can cause. */
const STALE_METADATA_REASONS: ReadonlySet<FailureReason> = new Set(['unreachable', 'wrong-status', 'not-json', 'redirect', 'unknown-key']);
/** In order of preference. */
const ASSERTION_ALGORITHMS: readonly SigningAlgorithm[] = ['ES256', 'RS256', 'PS256', 'EdDSA'];
const APPLE_SECRET_TTL_SECONDS = 300;
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);

type AppleClient = Pick<ServedIdentityProvider, 'issuer' | 'clientId'> & { appleKey: AppleKey };

/** The identity provider and endpoint of a call. */
export interface UpstreamCall {
  domain: CachedDomain;
  provider: ServedIdentityProvider;
  endpoint: 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint';
}

/** Calls identity providers as the OAuth client of a domain. */
@Injectable()
export class UpstreamClientService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly discovery: DiscoveryService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * @param reload refetches the metadata: at most once in 30 seconds, see DocumentCache
   * @throws errors that toFederationFailure converts
   */
  async getConfiguration(domain: CachedDomain, provider: ServedIdentityProvider, { reload = false } = {}): Promise<Configuration> {
    const { clientId, revision } = provider;
    return this.discovery.discover(domain, provider, {
      clientId,
      authentication: this.buildClientAuthentication(domain, provider),
      revision,
      reload,
    });
  }

  /**
   * Calls an identity provider. If the call fails and refetched metadata names another endpoint, it calls that one.
   *
   * @param endpoint endpoint that the call uses
   * @throws errors that toFederationFailure converts
   */
  async call<T>({ domain, provider, endpoint }: UpstreamCall, call: (client: Configuration) => Promise<T>): Promise<T> {
    const client = await this.getConfiguration(domain, provider);
    try {
      return await call(client);
    } catch (error) {
      const refreshed = mayHaveStaleMetadata(error) ? await this.getConfiguration(domain, provider, { reload: true }) : client;
      if (refreshed.serverMetadata()[endpoint] === client.serverMetadata()[endpoint]) throw error;
      return call(refreshed);
    }
  }

  private buildClientAuthentication(domain: CachedDomain, provider: ServedIdentityProvider): ClientAuth {
    const { name, clientSecret, appleKey, tokenEndpointAuthMethod: method } = provider;
    if (method === 'private_key_jwt' || clientSecret === null) {
      return signAssertion(domain);
    }
    const secret = this.encryptor.decrypt(clientSecret, identityProviderContext(domain.id, name)).toString('utf8');
    if (appleKey !== null) return signAppleSecret(parseP256PrivateKey(secret)!, { ...provider, appleKey });
    return method === 'client_secret_basic' ? ClientSecretBasic(secret) : ClientSecretPost(secret);
  }
}

/** Authenticates with private_key_jwt and an algorithm that the identity provider lists: OpenID Connect Discovery 1.0 section 3. */
function signAssertion(domain: CachedDomain): ClientAuth {
  return (server, ...request) => {
    // Without a list: RS256, which servers should support. With a list: ES256, whose assertions are shorter.
    const { token_endpoint_auth_signing_alg_values_supported: listed } = server;
    const supported = Array.isArray(listed) ? listed : ['RS256'];
    const algorithms = ASSERTION_ALGORITHMS.filter((algorithm) => supported.includes(algorithm));
    const { signer, algorithm, kid } = domain.signingKey(algorithms, Date.now());
    const named = { [modifyAssertion]: (header: { alg?: unknown }) => void (header.alg = algorithm) };
    // The library calls EdDSA Ed25519, but the key is published as EdDSA.
    return PrivateKeyJwt({ key: toCryptoKey(signer.privateKey, algorithm), kid }, named)(server, ...request);
  };
}

/** Sign in with Apple: a `client_secret` for one request, which Apple accepts for six months at most. */
function signAppleSecret(key: Parameters<typeof signJwt>[2], { issuer, clientId, appleKey }: AppleClient): ClientAuth {
  const authenticate = async (...[server, client, body, headers]: Parameters<ClientAuth>): Promise<void> => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: appleKey.teamId, sub: clientId, aud: issuer, iat, exp: iat + APPLE_SECRET_TTL_SECONDS };
    const secret = await signJwt(claims, { alg: 'ES256', typ: 'JWT', kid: appleKey.keyId }, key);
    ClientSecretPost(secret)(server, client, body, headers);
  };
  // The library waits for it, which its type does not say.
  return authenticate as ClientAuth;
}

/** Whether outdated metadata can explain the error. @throws database outages */
function mayHaveStaleMetadata(error: unknown): boolean {
  if (error instanceof ResponseBodyError && GONE_STATUSES.has(error.status)) return true;
  return STALE_METADATA_REASONS.has(toFederationFailure(error).reason);
}
