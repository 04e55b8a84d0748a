import {
  encodeJwsPart,
  importPrivateKey,
  selectSigningKey,
  SIGNING_ALGORITHMS,
  signingKeyContext,
  type PublicJwk,
  type Encryptor,
  type SigningAlgorithm,
} from '@latchkey/crypto';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import type { ServedClient, ServedDomain, TokenKind } from '@latchkey/persistence';

/** A signing key of a domain, ready to sign. */
export interface DomainKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicJwk: PublicJwk;
  privateKey: ReturnType<typeof importPrivateKey>;
  /** Milliseconds since the epoch. */
  signsFrom: number;
  /** The first part of every access token that it signs: RFC 9068 section 2.1. */
  accessTokenHeader: string;
}

/** The claims that each scope adds to a kind of token. */
export type ClaimLists = Readonly<Record<TokenKind, readonly { scope: string; claims: readonly string[] }[]>>;

/** A client that tokens are issued to. */
export interface TokenClient {
  client: Pick<ServedClient, 'idTokenAlgorithms' | 'accessTokenAlgorithms'>;
  isFapi: boolean;
}

/** A domain in the form that requests need, valid for one revision. */
export class CachedDomain {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
  /** How its pages look. */
  readonly branding: ServedDomain['branding'];
  private readonly idTokenAlgorithms: readonly SigningAlgorithm[];
  private readonly accessTokenAlgorithms: readonly SigningAlgorithm[];

  /** @param keys newest first, one at least */
  constructor(
    { id, name, revision, branding, idTokenAlgorithms, accessTokenAlgorithms }: Omit<ServedDomain, 'keys'>,
    readonly issuer: string,
    readonly keys: readonly DomainKey[],
    readonly claimLists: ClaimLists = STANDARD_SCOPE_CLAIMS,
  ) {
    this.id = id;
    this.name = name;
    this.revision = revision;
    this.branding = branding;
    this.idTokenAlgorithms = idTokenAlgorithms;
    this.accessTokenAlgorithms = accessTokenAlgorithms;
  }

  /** The key that signs at a time. @param algorithms the preferred one first */
  signingKey(algorithms: readonly SigningAlgorithm[], now: number): DomainKey {
    return selectSigningKey(this.keys, algorithms, now);
  }

  /** The key that signs ID tokens at a time. @param client null: no client in particular */
  idTokenKey(client: TokenClient | null, now: number): DomainKey {
    return this.signingKey(permittedAlgorithms(client, [...(client?.client.idTokenAlgorithms ?? []), ...this.idTokenAlgorithms]), now);
  }

  /** The key that signs access tokens at a time. */
  accessTokenKey(client: TokenClient | null, now: number): DomainKey {
    return this.signingKey(
      permittedAlgorithms(client, [...(client?.client.accessTokenAlgorithms ?? []), ...this.accessTokenAlgorithms]),
      now,
    );
  }

  /** All keys, of each algorithm the one that signs at a time first. */
  keysInSigningOrder(now: number): DomainKey[] {
    return [...new Set([...SIGNING_ALGORITHMS.map((algorithm) => this.signingKey([algorithm], now)), ...this.keys])];
  }

  /** The time at which another key starts to sign, in milliseconds since the epoch; null if none will. */
  nextSigningKeyAt(now: number): number | null {
    // Newest first: the last one that does not sign yet is the next one.
    return this.keys.findLast(({ signsFrom }) => signsFrom > now)?.signsFrom ?? null;
  }
}

/** FAPI 2.0 Security Profile section 5.4 excludes RS256. Every domain has a key for ES256. */
function permittedAlgorithms(client: TokenClient | null, preferred: readonly SigningAlgorithm[]): readonly SigningAlgorithm[] {
  return client?.isFapi ? [...preferred.filter((algorithm) => algorithm !== 'RS256'), 'ES256'] : preferred;
}

export function decryptSigningKey(domainId: string, key: ServedDomain['keys'][number], encryptor: Encryptor): DomainKey {
  return {
    kid: key.kid,
    // The constant, rather than the text that the database has sent: a comparison with it needs no look into memory.
    algorithm: SIGNING_ALGORITHMS.find((algorithm) => algorithm === key.algorithm)!,
    publicJwk: key.publicJwk as PublicJwk,
    privateKey: importPrivateKey(encryptor.decrypt(key.privateKey, signingKeyContext(domainId, key.kid))),
    signsFrom: key.signsFrom.getTime(),
    accessTokenHeader: encodeJwsPart({ alg: key.algorithm, typ: 'at+jwt', kid: key.kid }),
  };
}
