import { Injectable } from '@nestjs/common';
import { fingerprintText, randomSecret } from '@latchkey/crypto';
import type { CurrentRevision } from '@latchkey/persistence';
import type { CachedClient, ClientSecret } from '../client/cached-client.js';
import { ClientCache } from '../client/client.cache.js';
import { SecretLastUseService } from '../client/secret-last-use.service.js';
import { DomainCacheRegistry, type DomainKeyedCache } from '../domain/domain-cache.registry.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { DomainCache } from '../domain/domain.cache.js';
import { AccessTokenTemplate } from './access-token-template.js';
import type { FastPathRequest } from './fast-path-request.js';

/** The client, its host and the secret it has shown. */
interface PendingBuild {
  domain: CachedDomain;
  client: CachedClient;
  secret: ClientSecret;
}

/** The result of a request that showed no valid secret of the client: RFC 6749 section 5.2. */
export const INVALID_CLIENT = 'invalid_client';

/** Null: the request must be refused for another reason. */
type TemplateResult = AccessTokenTemplate | typeof INVALID_CLIENT | null;

/** Cached templates. Each takes about 1 KB, and stays in memory with its key. */
const MAX_TEMPLATES = 20_000;
/** Part of every fingerprint, so that attackers cannot predict what a look-up compares and learn from its timing. */
const SALT = randomSecret();

/**
 * Templates of plain client credentials responses (RFC 6749 section 4.4). The key of a template covers everything that it depends on,
 * including the current revisions and the secret, so one look-up finds it: with thousands of domains, memory access is the main cost of a
 * token.
 */
@Injectable()
export class AccessTokenTemplateCache implements DomainKeyedCache {
  /** By fingerprint: outdated templates are never found. Oldest first. */
  private readonly kept = new Map<string, AccessTokenTemplate>();

  constructor(
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
    private readonly uses: SecretLastUseService,
    caches: DomainCacheRegistry,
  ) {
    caches.register(this);
  }

  keys(): Iterable<string> {
    return this.kept.keys();
  }

  domainIdOf(fingerprint: string): string | undefined {
    return this.kept.get(fingerprint)?.domainId;
  }

  delete(fingerprint: string): void {
    this.kept.delete(fingerprint);
  }

  /**
   * @param current the revisions that the database has just returned for the domain and its client
   * @param now milliseconds since the epoch
   * @returns the cached value itself, else a promise: most requests need not wait for one
   */
  getOrBuild(plain: FastPathRequest, current: CurrentRevision, now: number): AccessTokenTemplate | Promise<TemplateResult> {
    const fingerprint = computeFingerprint(plain, current);
    const cached = this.kept.get(fingerprint);
    if (!cached?.isValidAt(now)) return this.build(plain, current, now).then((built) => this.store(fingerprint, built));
    this.uses.record(cached);
    return cached;
  }

  private store(fingerprint: string, built: TemplateResult): TemplateResult {
    if (built === null || built === INVALID_CLIENT) return built;
    this.kept.set(fingerprint, built);
    if (this.kept.size > MAX_TEMPLATES) this.kept.delete(this.kept.keys().next().value!);
    return built;
  }

  private async build(plain: FastPathRequest, current: CurrentRevision, now: number): Promise<TemplateResult> {
    const domain = await this.domains.get(current);
    if (!domain) return null;
    const client = await this.clients.get(current, plain.clientId);
    if (!client) return INVALID_CLIENT;
    if (client.client.clientType === 'Public') return null;
    const secret = client.verifySecret(plain.clientSecret, now);
    if (!secret) return INVALID_CLIENT;
    return client.allowsClientCredentials ? createTemplate(plain, { domain, client, secret }, now) : null;
  }
}

function computeFingerprint({ clientId, clientSecret, scope, resource }: FastPathRequest, { text }: CurrentRevision): string {
  return fingerprintText(SALT, text, clientId, clientSecret, scope ?? '', resource ?? '');
}

/** @returns null if the scope or the resource is not one that the client may have */
function createTemplate(
  { scope: requested, resource }: FastPathRequest,
  { domain, client, secret }: PendingBuild,
  now: number,
): AccessTokenTemplate | null {
  const { issuer } = domain;
  const scope = client.grantScope(requested);
  const audience = client.audience(resource, issuer);
  if (scope === null || audience === null) return null;
  const until = earliest(domain.nextSigningKeyAt(now), secret.expiresAt?.getTime() ?? null);
  const key = domain.accessTokenKey(client.client.accessTokenAlgorithms, now);
  return new AccessTokenTemplate({ issuer, audience, scope, expiry: client.accessTokenExpiry, until }, key, secret);
}

/** @returns null if there is neither */
function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
