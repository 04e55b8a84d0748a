import { KeySet } from '@latchkey/crypto';
import { getCacheLifetime, type SafeFetchClient } from '@latchkey/outgoing';
import { MAX_KEY_LOCATION_BYTES, MAX_KEY_SET_BYTES } from '../../cache/cache-limits.js';
import { estimateBytes } from '../../cache/estimate-bytes.js';
import type { DomainCacheRegistry } from '../../cache/domain-cache.registry.js';
import { RefreshingCache, type Clock, type Loaded } from './refreshing-cache.js';

/** Seconds that a document is cached: the minimum and the maximum, whatever its server asks for, and the default. */
const LIFETIME = { min: 60, standard: 300, max: 86_400 };
/** Keys of one set. */
const MAX_KEYS = 100;
/** The memory of an imported key, beside the JWK. */
const IMPORTED_KEY_BYTES = 3_000;
/** The members that matter: certificates can be large. By `d` and `k`, keys that are not public are recognized and refused. */
const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use', 'key_ops', 'd', 'k'];

interface Options {
  /** Whether the cached keys are not enough: they are loaded again, at most once a minute. */
  reload: boolean;
}

/** Loads the published keys of clients and of the issuers of workloads. Domains share no documents. */
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

  /** The keys of an issuer, by its discovery document: OpenID Connect Discovery 1.0 section 4. @throws Error that says why there are none */
  async loadKeySetOfIssuer(domainId: string, issuer: string, options: Options): Promise<KeySet> {
    const url = await this.locations.get(`${domainId} ${issuer}`, () => this.fetchLocation(domainId, issuer), options);
    return this.loadKeySet(domainId, url, options);
  }

  private async fetchKeySet(owner: string, url: string): Promise<Loaded<KeySet>> {
    const { document, lifetime } = await this.fetchJson(owner, url);
    const { keys } = document;
    if (!Array.isArray(keys)) throw new Error(`${url} is no JWK set`);
    if (keys.length > MAX_KEYS) throw new Error(`${url} has more than ${MAX_KEYS} keys`);
    const picked = keys.filter((jwk) => typeof jwk === 'object' && jwk !== null).map(pickMembers);
    return { value: new KeySet(picked), lifetime, bytes: estimateBytes(picked) + picked.length * IMPORTED_KEY_BYTES };
  }

  private async fetchLocation(owner: string, issuer: string): Promise<Loaded<string>> {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { document, lifetime } = await this.fetchJson(owner, url);
    if (document['issuer'] !== issuer) throw new Error(`${url} has another issuer`);
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
    if (typeof document !== 'object' || document === null) throw new Error(`${url} answered with something that is not a JSON object`);
    return { document, lifetime: getCacheLifetime(response.headers, LIFETIME) };
  }
}

function getDomainId(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

function pickMembers(jwk: Record<string, unknown>): object {
  return Object.fromEntries(MEMBERS.filter((name) => Object.hasOwn(jwk, name)).map((name) => [name, jwk[name]]));
}
