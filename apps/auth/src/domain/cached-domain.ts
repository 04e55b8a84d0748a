import {
  encodeJwsPart,
  importPrivateKey,
  SIGNING_ALGORITHMS,
  signingKeyContext,
  type PublicJwk,
  type Encryptor,
  type SigningAlgorithm,
} from '@latchkey/crypto';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import type { ServedDomain, TokenKind } from '@latchkey/persistence';

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

/** A domain in the form that requests need, valid for one revision. */
export class CachedDomain {
  readonly id: string;
  readonly name: string;
  readonly revision: string;
  /** How its pages look. */
  readonly branding: ServedDomain['branding'];

  /** @param keys newest first, one at least */
  constructor(
    { id, name, revision, branding }: Omit<ServedDomain, 'keys'>,
    readonly issuer: string,
    readonly keys: readonly DomainKey[],
    readonly claimLists: ClaimLists = STANDARD_SCOPE_CLAIMS,
  ) {
    this.id = id;
    this.name = name;
    this.revision = revision;
    this.branding = branding;
  }

  /** The key that signs at a time: the newest that may. */
  signingKey(now: number): DomainKey {
    // By a clock behind the database's, no key may sign yet: the one that has been published for longest does.
    return this.keys.find(({ signsFrom }) => signsFrom <= now) ?? this.keys.at(-1)!;
  }

  /** The time at which the next key starts to sign, in milliseconds since the epoch; null if there is no next key. */
  nextSigningKeyAt(now: number): number | null {
    const newer = this.keys.slice(0, this.keys.indexOf(this.signingKey(now)));
    return newer.at(-1)?.signsFrom ?? null;
  }
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
