import { selectSigningKey, SIGNING_ALGORITHMS, type SigningAlgorithm } from '@latchkey/crypto';
import { DEFAULT_EDITABLE_CLAIMS, STANDARD_SCOPE_CLAIMS, type EditableClaim } from '@latchkey/oauth';
import type { ServedClient, ServedDomain, TokenKind } from '@latchkey/persistence';
import { estimateBytes } from '../cache/estimate-bytes.js';
import { CachedResource } from './cached-resource.js';
import { listSubscriptionLimits, type TokenLimit } from './token-limit.js';
import type { DomainKey } from './signing-key.store.js';

/** The claims that each scope adds to a kind of token. */
export type ClaimLists = Readonly<Record<TokenKind, readonly { scope: string; claims: readonly string[] }[]>>;

/** A client that receives tokens. */
export interface TokenClient {
  client: Pick<ServedClient, 'idTokenAlgorithms' | 'accessTokenAlgorithms'>;
  isFapi: boolean;
}

/** The size of a domain's and of a key's objects, without their strings. */
const [OWN_BYTES, KEY_BYTES] = [200, 250];

const STANDARD_CLAIM_NAMES = listClaimNames(STANDARD_SCOPE_CLAIMS);

/** A domain in the form that requests need, valid for one revision. */
export class CachedDomain {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
  /** The appearance of its pages. */
  readonly branding: ServedDomain['branding'];
  readonly secondFactor: ServedDomain['secondFactor'];
  readonly accountDeletion: boolean;
  readonly signUp: ServedDomain['signUp'];
  /** The attributes that people may change on their account page. */
  readonly editableAttributes: readonly EditableClaim[];
  readonly claimLists: ClaimLists;
  /** The attributes that tokens or userinfo of the domain can contain. */
  readonly claimNames: readonly string[];
  /** The limits that count the tokens of all its clients. */
  private readonly tokenLimits: readonly TokenLimit[];
  /** By their audiences. */
  readonly resources: ReadonlyMap<string, CachedResource>;
  /** How clients come to it without an operator. */
  readonly clientRegistration: ServedDomain['clientRegistration'];
  /** Whether it takes no changes, because it moves to another installation. */
  readonly isFrozen: boolean;
  /** Of an imported domain, the encrypted keys of the installations that it comes from, in base64. */
  readonly originKeys: string | null;
  /** An estimate of its size in memory, without the keys in OpenSSL. */
  readonly bytes: number;
  private readonly idTokenAlgorithms: readonly SigningAlgorithm[];
  private readonly accessTokenAlgorithms: readonly SigningAlgorithm[];

  /** @param keys one or more, newest first */
  constructor(
    {
      id,
      subscriptionId,
      tokensPerDay,
      name,
      revision,
      branding,
      secondFactor,
      accountDeletion,
      signUp,
      editableAttributes,
      idTokenAlgorithms,
      accessTokenAlgorithms,
      resources,
      roles,
      clientRegistration,
      frozen,
      originKeys,
    }: Omit<ServedDomain, 'keys' | 'scopeClaims'>,
    readonly issuer: string,
    readonly keys: readonly DomainKey[],
    scopeClaims: ServedDomain['scopeClaims'] = {},
  ) {
    this.id = id;
    this.name = name;
    this.revision = revision;
    this.branding = branding;
    this.secondFactor = secondFactor;
    this.accountDeletion = accountDeletion;
    this.signUp = signUp;
    this.editableAttributes = editableAttributes ?? DEFAULT_EDITABLE_CLAIMS;
    this.tokenLimits = listSubscriptionLimits(subscriptionId, tokensPerDay);
    this.idTokenAlgorithms = idTokenAlgorithms;
    this.accessTokenAlgorithms = accessTokenAlgorithms;
    this.claimLists = Object.keys(scopeClaims).length > 0 ? { ...STANDARD_SCOPE_CLAIMS, ...scopeClaims } : STANDARD_SCOPE_CLAIMS;
    this.claimNames = this.claimLists === STANDARD_SCOPE_CLAIMS ? STANDARD_CLAIM_NAMES : listClaimNames(this.claimLists);
    this.resources = new Map(resources.map((resource) => [resource.audience, new CachedResource(resource, roles)]));
    this.clientRegistration = clientRegistration;
    this.isFrozen = frozen;
    this.originKeys = originKeys;
    const own = {
      name,
      revision,
      branding,
      editableAttributes,
      idTokenAlgorithms,
      accessTokenAlgorithms,
      issuer,
      scopeClaims,
      claimNames: this.claimNames,
      resources,
      roles,
      clientRegistration,
      originKeys,
    };
    this.bytes = OWN_BYTES + estimateBytes(own) + keys.reduce((sum, key) => sum + bytesOf(key), 0);
  }

  /** The limits that count a token of a client. */
  limitsOf(client: { readonly tokenLimits: readonly TokenLimit[] }): readonly TokenLimit[] {
    return this.tokenLimits.length === 0 ? client.tokenLimits : [...client.tokenLimits, ...this.tokenLimits];
  }

  hasKeyFor(algorithm: SigningAlgorithm): boolean {
    return this.keys.some((key) => key.algorithm === algorithm);
  }

  /** The key that signs at a given time. @param algorithms in order of preference */
  signingKey(algorithms: readonly SigningAlgorithm[], now: number): DomainKey {
    return selectSigningKey(this.keys, algorithms, now);
  }

  /** The key that signs ID tokens at a given time. @param client null: no particular client */
  idTokenKey(client: TokenClient | null, now: number): DomainKey {
    return this.signingKey(permittedAlgorithms(client, [...(client?.client.idTokenAlgorithms ?? []), ...this.idTokenAlgorithms]), now);
  }

  /** The key that signs access tokens at a given time. @param resource what they are for; undefined: no particular resource */
  accessTokenKey(client: TokenClient | null, now: number, resource?: CachedResource): DomainKey {
    const chosen = resource?.signingAlgorithm ? [resource.signingAlgorithm] : [];
    const algorithms = [...chosen, ...(client?.client.accessTokenAlgorithms ?? []), ...this.accessTokenAlgorithms];
    return this.signingKey(permittedAlgorithms(client, algorithms), now);
  }

  /** All keys; for each algorithm the current signing key comes first. */
  keysInSigningOrder(now: number): DomainKey[] {
    return [...new Set([...SIGNING_ALGORITHMS.map((algorithm) => this.signingKey([algorithm], now)), ...this.keys])];
  }

  /** The time at which the next key starts to sign, in milliseconds since the epoch; null if there is none. */
  nextSigningKeyAt(now: number): number | null {
    // The keys are sorted newest first, so the last one that does not sign yet is next.
    return this.keys.findLast(({ signsFrom }) => signsFrom > now)?.signsFrom ?? null;
  }
}

function bytesOf({ publicJwk, signer }: DomainKey): number {
  return KEY_BYTES + estimateBytes(publicJwk) + estimateBytes(signer.encrypted);
}

/** FAPI 2.0 Security Profile section 5.4 excludes RS256. Every domain has a key for ES256. */
function permittedAlgorithms(client: TokenClient | null, preferred: readonly SigningAlgorithm[]): readonly SigningAlgorithm[] {
  return client?.isFapi ? [...preferred.filter((algorithm) => algorithm !== 'RS256'), 'ES256'] : preferred;
}

function listClaimNames(lists: ClaimLists): readonly string[] {
  return [...new Set(Object.values(lists).flatMap((list) => list.flatMap(({ claims }) => claims)))];
}
