import { Injectable } from '@nestjs/common';
import { fingerprintText, randomSecret } from '@latchkey/crypto';
import type { CurrentRevision } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import type { CachedClient } from '../client/cached-client.js';
import { ClientCache } from '../client/client.cache.js';
import { SecretLastUseService } from '../client/secret-last-use.service.js';
import type { AuthenticatedClient } from '../client-authentication/authentication-request.js';
import { ClientAuthenticationService } from '../client-authentication/client-authentication.service.js';
import { chooseTokenBinding, type PresentedKeys } from '../client-authentication/token-binding.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../cache/domain-cache.registry.js';
import { MAX_TEMPLATE_BYTES } from '../cache/cache-limits.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { DomainCache } from '../domain/domain.cache.js';
import type { DomainKey } from '../domain/signing-key.store.js';
import { AccessTokenTemplate, type TemplateTerms } from './access-token-template.js';
import type { RequestedGrant, SecretRequest } from './fast-path-request.js';
import { SecretTemplate } from './secret-template.js';

/** The result of a request without a valid secret of the client: RFC 6749 section 5.2. */
export const INVALID_CLIENT = 'invalid_client';

/** Null if the request must be refused for another reason. */
type TemplateResult = AccessTokenTemplate | typeof INVALID_CLIENT | null;

/** When a request arrived. */
export interface RequestTime {
  /** Milliseconds since the epoch. */
  now: number;
  presented: PresentedKeys;
}

/** A client and its domain. */
interface Grantee {
  domain: CachedDomain;
  client: CachedClient;
}

/** Part of every fingerprint, so that attackers cannot predict what a look-up compares and learn from its timing. */
const SALT = randomSecret();
/** Stands in for a secret if the client has authenticated by another method. Real secrets contain no spaces. */
const NO_SECRET = 'authenticated otherwise';

/**
 * Templates of plain client credentials responses (RFC 6749 section 4.4). The key of a template covers everything that it depends on,
 * including the current revisions and the secret, so one look-up finds it. With thousands of domains, memory access is the main cost of a
 * token.
 */
@Injectable()
export class AccessTokenTemplateCache implements DomainKeyedCache {
  /** Keyed by fingerprint, so outdated templates are never found. The oldest are evicted first. */
  private readonly kept = new LRUCache<string, AccessTokenTemplate>({ maxSize: MAX_TEMPLATE_BYTES, sizeCalculation: ({ bytes }) => bytes });

  constructor(
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
    private readonly clientAuthentication: ClientAuthenticationService,
    private readonly uses: SecretLastUseService,
    caches: DomainCacheRegistry,
  ) {
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.kept.keys();
  }

  domainIdOf(fingerprint: string): string | undefined {
    return this.kept.peek(fingerprint)?.domainId;
  }

  delete(fingerprint: string): void {
    this.kept.delete(fingerprint);
  }

  /**
   * The template for a secret.
   *
   * @param current the revisions that the database has just returned for the domain and its client
   *
   * @returns the cached value itself, or a promise, so that most requests need not wait
   */
  getOrBuild(request: SecretRequest, current: CurrentRevision, time: RequestTime): AccessTokenTemplate | Promise<TemplateResult> {
    const { clientId, clientSecret, scope, resource } = request;
    // control: a cached token response needs the right secret
    const fingerprint = fingerprintText(SALT, current.text, clientId, clientSecret, scope ?? '', resource ?? '', toText(time.presented));
    const cached = this.kept.peek(fingerprint);
    if (!cached?.isValidAt(time.now)) return this.build(request, current, time).then((built) => this.store(fingerprint, built));
    if (cached instanceof SecretTemplate) this.uses.record(cached);
    return cached;
  }

  /** The template for a client that has authenticated by another method. @returns null if the request must be refused */
  getOrBuildFor({ current, domain, client }: AuthenticatedClient, request: RequestedGrant, time: RequestTime): AccessTokenTemplate | null {
    const { clientId } = client.client;
    const { scope, resource } = request;
    const fingerprint = fingerprintText(SALT, current.text, clientId, NO_SECRET, scope ?? '', resource ?? '', toText(time.presented));
    const cached = this.kept.peek(fingerprint);
    if (cached?.isValidAt(time.now)) return cached;
    const granted = grant(request, { domain, client }, time);
    const built = granted && new AccessTokenTemplate(granted.terms, granted.key, { domainId: domain.id, clientId });
    this.store(fingerprint, built);
    return built;
  }

  private store(fingerprint: string, built: TemplateResult): TemplateResult {
    if (built === null || built === INVALID_CLIENT) return built;
    this.kept.set(fingerprint, built);
    return built;
  }

  private async build(request: SecretRequest, current: CurrentRevision, time: RequestTime): Promise<TemplateResult> {
    // Both queries start before either is awaited, so that one statement serves them.
    const [domain, client] = await Promise.all([this.domains.get(current), this.clients.get(current, request.clientId)]);
    if (!domain) return null;
    if (!client) return INVALID_CLIENT;
    if (client.client.clientType === 'Public' || client.isFapi) return null;
    const secret = this.clientAuthentication.verifySecret(client, request.clientSecret, time.now);
    if (!secret) return INVALID_CLIENT;
    const granted = grant(request, { domain, client }, time);
    if (!granted) return null;
    const until = earliest(granted.terms.until, secret.expiresAt?.getTime() ?? null);
    return new SecretTemplate({ ...granted.terms, until }, granted.key, secret);
  }
}

function toText({ hasProof, hasCertificate, isAuthenticatedByCertificate }: PresentedKeys): string {
  return `${hasProof ? 'proof ' : ''}${hasCertificate ? 'certificate ' : ''}${isAuthenticatedByCertificate ? 'authenticates' : ''}`;
}

/** @returns null if the client may not use the grant, the scope or the resource */
function grant(
  { scope: requested, resource }: RequestedGrant,
  { domain, client }: Grantee,
  { now, presented }: RequestTime,
): { terms: TemplateTerms; key: DomainKey } | null {
  const api = domain.resources.get(resource ?? '');
  const scope = client.grantScope(requested, api);
  const audience = client.audience(resource, domain);
  // oidc-provider stores opaque tokens.
  if (!client.client.active || !client.allowsClientCredentials || scope === null || audience === null || api?.isOpaque) return null;
  const expiry = client.accessTokenExpiry(api, now);
  const { expiresAt } = client.client;
  const terms = {
    jwtType: api?.jwtType ?? 'at+jwt',
    issuer: domain.issuer,
    audience,
    scope,
    furtherClaims: client.ownTokenClaims(api),
    binding: chooseTokenBinding(client, presented),
    expiry,
    until: earliest(domain.nextSigningKeyAt(now), expiresAt === null ? null : Math.max(now, expiresAt - expiry * 1_000)),
    tokenMark: client.tokenMark(api),
    tokenLimits: domain.limitsOf(client),
  };
  return { terms, key: domain.accessTokenKey(client, now, api) };
}

/** @returns null without any time */
function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
