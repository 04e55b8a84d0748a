import { KeySet } from '@latchkey/crypto';
import { getCacheLifetime, type SafeFetchClient } from '@latchkey/outgoing';
import { MAX_KEY_LOCATION_BYTES, MAX_KEY_SET_BYTES } from '../../cache/cache-limits.js';
import { estimateBytes } from '../../cache/estimate-bytes.js';
import type { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';
import { RefreshingCache, type Clock, type Loaded } from './refreshing-cache.js';

/** Seconds for which a document is cached: minimum, maximum, and the default without cache headers. */
const LIFETIME = { min: 60, default: 300, max: 86_400 };
/** The maximum number of keys in one set. */
const MAX_KEYS = 100;
/** The size of an imported key, in addition to the JWK. */
const IMPORTED_KEY_BYTES = 3_000;
/** The relevant members, because certificates can be large. `d` and `k` identify keys that are not public, which are rejected. */
const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use', 'key_ops', 'd', 'k'];

interface Options {
  /** Whether to reload the cached keys, at most once per minute. */
  reload: boolean;
}

/** Loads the published keys of clients and of workload issuers. Domains share no documents. */
export class RemoteKeyService {
  private readonly keySets: RefreshingCache<KeySet>;
  /** The `jwks_uri` of issuers. */
  private readonly locations: RefreshingCache<string>;

  constructor(
    private readonly client: Pick<SafeFetchClient, 'fetch'>,
    caches: DomainCacheRegistry,
    clock: Clock = performance,
  ) {
    this.keySets = new RefreshingCache(MAX_KEY_SET_BYTES, clock);
    this.locations = new RefreshingCache(MAX_KEY_LOCATION_BYTES, clock);
    for (const cache of [this.keySets, this.locations]) {
      caches.register({ keys: () => cache.keys(), delete: (key) => cache.delete(key), domainIdOf: getDomainId });
    }
  }

  /** @throws Error that says why there are no keys */
  loadKeySet(domainId: string, url: string, options: Options): Promise<KeySet> {
    return this.keySets.get(`${domainId} ${url}`, () => this.fetchKeySet(domainId, url), options);
  }

  /**
   * Loads the keys of an issuer through its discovery document: OpenID Connect Discovery 1.0 section 4. @throws Error that says why there
   * are none
   */
  async loadKeySetOfIssuer(domainId: string, issuer: string, options: Options): Promise<KeySet> {
    const url = await this.locations.get(`${domainId} ${issuer}`, () => this.fetchLocation(domainId, issuer), options);
    return this.loadKeySet(domainId, url, options);
  }

  private async fetchKeySet(owner: string, url: string): Promise<Loaded<KeySet>> {
    const { document, lifetime } = await this.fetchJson(owner, url);
    const { keys } = document;
    if (!Array.isArray(keys)) throw new Error(`${url} is not a JWK set`);
    if (keys.length > MAX_KEYS) throw new Error(`${url} has more than ${MAX_KEYS} keys`);
    const picked = keys.filter((jwk) => typeof jwk === 'object' && jwk !== null).map(pickMembers);
    return { value: new KeySet(picked), lifetime, bytes: estimateBytes(picked) + picked.length * IMPORTED_KEY_BYTES };
  }

  private async fetchLocation(owner: string, issuer: string): Promise<Loaded<string>> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { document, lifetime } = await this.fetchJson(owner, url);
    if (document['issuer'] !== issuer) throw new Error(`${url} names a different issuer`);
    const { jwks_uri: location } = document;
    if (typeof location !== 'string') throw new Error(`${url} has no jwks_uri`);
    return { value: location, lifetime, bytes: estimateBytes(location) };
  }

  private async fetchJson(owner: string, url: string): Promise<{ document: Record<string, unknown>; lifetime: number }> {
    const response = await this.client.fetch(url, { headers: { accept: 'application/json' }, owner }).catch((cause: unknown) => {
      throw new Error(`${url} ${(cause as Error).message}`, { cause });
    });
    if (response.status !== 200) throw new Error(`${url} answered with the status ${response.status}`);
    const document = (await response.json().catch(() => null)) as Record<string, unknown> | null;
    if (typeof document !== 'object' || document === null) throw new Error(`${url} did not answer with a JSON object`);
    return { document, lifetime: getCacheLifetime(response.headers, LIFETIME) };
  }
}

function getDomainId(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

function pickMembers(jwk: Record<string, unknown>): object {
  return Object.fromEntries(MEMBERS.filter((name) => Object.hasOwn(jwk, name)).map((name) => [name, jwk[name]]));
}
