import { KeySet, type SignatureAlgorithm } from '@latchkey/crypto';
import { getCacheLifetime } from './cache-lifetime.js';
import { RefreshingCache, type Clock, type Loaded } from './refreshing-cache.js';
import type { SafeFetchClient } from './safe-fetch.client.js';

/** Seconds for which a document is cached: minimum, maximum, and the default without cache headers. */
const LIFETIME = { min: 60, default: 300, max: 86_400 };
/** The maximum number of keys in one set. */
const MAX_KEYS = 100;
/** The size of an imported key, in addition to the JWK. */
const IMPORTED_KEY_BYTES = 3_000;
/** The relevant members, because certificates can be large. `d` and `k` identify keys that are not public, which are rejected. */
const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use', 'key_ops', 'd', 'k'];

export interface RemoteKeyOptions {
  /** Of all cached key sets, respectively all locations of key sets, in bytes. */
  maxKeySetBytes: number;
  maxLocationBytes: number;
  /** The accepted signature algorithms; defaults to those of clients. */
  algorithms?: readonly SignatureAlgorithm[];
  /** Seconds between two reloads of cached keys; defaults to 60. */
  reloadInterval?: number;
}

interface LoadOptions {
  /** Whether to reload the cached keys, as often as `reloadInterval` allows. */
  reload: boolean;
}

/** Loads published keys of clients and of issuers. Owners, such as domains, share no documents. */
export class RemoteKeyLoader {
  private readonly keySets: RefreshingCache<KeySet>;
  /** The `jwks_uri` of issuers. */
  private readonly locations: RefreshingCache<string>;

  constructor(
    private readonly client: Pick<SafeFetchClient, 'fetch'>,
    private readonly options: RemoteKeyOptions,
    clock: Clock = performance,
  ) {
    this.keySets = new RefreshingCache(options.maxKeySetBytes, clock, options.reloadInterval);
    this.locations = new RefreshingCache(options.maxLocationBytes, clock, options.reloadInterval);
  }

  /** The caches, whose keys begin with the owner and a space. */
  get caches(): readonly Pick<RefreshingCache<unknown>, 'keys' | 'delete'>[] {
    return [this.keySets, this.locations];
  }

  /** @throws Error that says why there are no keys */
  loadKeySet(owner: string, url: string, options: LoadOptions): Promise<KeySet> {
    return this.keySets.get(`${owner} ${url}`, () => this.fetchKeySet(owner, url), options);
  }

  /**
   * Loads the keys of an issuer through its metadata: OpenID Connect Discovery 1.0 section 4, or RFC 8414 section 3.
   *
   * @throws Error that says why there are none
   */
  async loadKeySetOfIssuer(owner: string, issuer: string, options: LoadOptions): Promise<KeySet> {
    const url = await this.locations.get(`${owner} ${issuer}`, () => this.fetchLocation(owner, issuer), options);
    return this.loadKeySet(owner, url, options);
  }

  private async fetchKeySet(owner: string, url: string): Promise<Loaded<KeySet>> {
    const { document, lifetime } = await readDocument(url, await this.fetch(owner, url));
    const { keys } = document;
    if (!Array.isArray(keys)) throw new Error(`${url} is not a JWK set`);
    if (keys.length > MAX_KEYS) throw new Error(`${url} has more than ${MAX_KEYS} keys`);
    const picked = keys.filter((jwk) => typeof jwk === 'object' && jwk !== null).map(pickMembers);
    const bytes = Buffer.byteLength(JSON.stringify(picked)) + picked.length * IMPORTED_KEY_BYTES;
    return { value: new KeySet(picked, this.options.algorithms), lifetime, bytes };
  }

  private async fetchLocation(owner: string, issuer: string): Promise<Loaded<string>> {
    const [discoveryUrl, metadataUrl] = listMetadataUrls(issuer);
    let [url, response] = [discoveryUrl, await this.fetch(owner, discoveryUrl)];
    if (response.status === 404) [url, response] = [metadataUrl, await this.fetch(owner, metadataUrl)];
    const { document, lifetime } = await readDocument(url, response);
    if (document['issuer'] !== issuer) throw new Error(`${url} names a different issuer`);
    const { jwks_uri: location } = document;
    if (typeof location !== 'string') throw new Error(`${url} has no jwks_uri`);
    return { value: location, lifetime, bytes: Buffer.byteLength(location) };
  }

  private async fetch(owner: string, url: string): Promise<Response> {
    return this.client.fetch(url, { headers: { accept: 'application/json' }, owner }).catch((cause: unknown) => {
      throw new Error(`${url} ${(cause as Error).message}`, { cause });
    });
  }
}

/** The URL of OpenID Connect Discovery, and that of RFC 8414 section 3.1. */
function listMetadataUrls(issuer: string): [string, string] {
  const base = issuer.replace(/\/$/, '');
  const { origin } = new URL(issuer);
  return [`${base}/.well-known/openid-configuration`, `${origin}/.well-known/oauth-authorization-server${base.slice(origin.length)}`];
}

async function readDocument(url: string, response: Response): Promise<{ document: Record<string, unknown>; lifetime: number }> {
  if (response.status !== 200) throw new Error(`${url} answered with the status ${response.status}`);
  const document = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  if (typeof document !== 'object' || document === null) throw new Error(`${url} did not answer with a JSON object`);
  return { document, lifetime: getCacheLifetime(response.headers, LIFETIME) };
}

function pickMembers(jwk: Record<string, unknown>): object {
  return Object.fromEntries(MEMBERS.filter((name) => Object.hasOwn(jwk, name)).map((name) => [name, jwk[name]]));
}
