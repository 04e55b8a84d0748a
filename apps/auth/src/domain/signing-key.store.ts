import {
  encodeJwsPart,
  importPrivateKey,
  SIGNING_ALGORITHMS,
  signingKeyContext,
  type Encryptor,
  type PublicJwk,
  type SigningAlgorithm,
} from '@latchkey/crypto';
import type { ServedSigningKey } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import type { DomainKeyedCache } from '../cache/domain-cache.registry.js';
import { Signer, type KeyImporter, type PrivateKey } from './signer.js';

/** A signing key of a domain. */
export interface DomainKey {
  kid: string;
  algorithm: SigningAlgorithm;
  publicJwk: PublicJwk;
  signer: Signer;
  /** Milliseconds since the epoch. */
  signsFrom: number;
  /** The first part of every access token that it signs: RFC 9068 section 2.1. */
  accessTokenHeader: string;
}

/** What OpenSSL allocates for a private key that has signed: the growth of a process by 10,000 of each. */
const BYTES_BY_ALGORITHM: Readonly<Record<SigningAlgorithm, number>> = { ES256: 4_300, EdDSA: 2_500, RS256: 4_500, PS256: 4_500 };

/** Once the store is full, it keeps every so many'th key that is imported. */
const ADMITTED_OF = 32;

/**
 * Decrypts and imports private keys when they first sign, and keeps them, up to a number of bytes. Beyond it a key costs 40 microseconds for
 * each signature. Most of those keys are not kept: V8 does not see what OpenSSL allocates, frees young objects soon, and others only with its
 * next full collection. If each key displaced another one, 50,000 domains would take 500 MB.
 */
export class SigningKeyStore implements DomainKeyedCache, KeyImporter {
  /** By domain and `kid`, which never repeats. */
  private readonly imported: LRUCache<string, Signer>;
  /** Keys that were not kept since the last one that was. */
  private refused = 0;

  constructor(
    private readonly encryptor: Encryptor,
    maxBytes: number,
  ) {
    this.imported = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (signer) => BYTES_BY_ALGORITHM[signer.algorithm],
      dispose: (signer) => signer.forget(),
    });
  }

  keys(): Iterable<string> {
    return this.imported.keys();
  }

  domainIdOf(key: string): string {
    return key.slice(0, key.indexOf(' '));
  }

  delete(key: string): void {
    this.imported.delete(key);
  }

  /** A key of a domain. Its private key is not decrypted yet, unless an earlier revision of the domain had it and has signed. */
  open(domainId: string, { kid, algorithm: stored, publicJwk, privateKey, signsFrom }: ServedSigningKey): DomainKey {
    // The constant, rather than the text that the database has sent: a comparison with it needs no look into memory.
    const algorithm = SIGNING_ALGORITHMS.find((each) => each === stored)!;
    const known = this.imported.peek(`${domainId} ${kid}`);
    const isSame = known?.encrypted === privateKey && known.algorithm === algorithm;
    const signer = isSame ? known : new Signer({ domainId, kid, algorithm, encrypted: privateKey }, this);
    const accessTokenHeader = encodeJwsPart({ alg: algorithm, typ: 'at+jwt', kid });
    return { kid, algorithm, publicJwk: publicJwk as PublicJwk, signer, signsFrom: signsFrom.getTime(), accessTokenHeader };
  }

  /** @throws UnknownMasterKeyError; Error if the encrypted key was changed or belongs to another domain */
  import(signer: Signer): PrivateKey {
    const { domainId, kid, encrypted } = signer;
    const key = importPrivateKey(this.encryptor.decrypt(Buffer.from(encrypted, 'base64'), signingKeyContext(domainId, kid)));
    if (this.admits(signer)) {
      signer.keep(key);
      this.imported.set(`${domainId} ${kid}`, signer);
    }
    return key;
  }

  private admits({ algorithm }: Signer): boolean {
    if (this.imported.calculatedSize + BYTES_BY_ALGORITHM[algorithm] <= this.imported.maxSize) return true;
    this.refused = (this.refused + 1) % ADMITTED_OF;
    return this.refused === 0;
  }
}
