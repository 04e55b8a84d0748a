import {
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
}

/** The memory that OpenSSL allocates for a private key that has signed, measured as the growth of a process by 10,000 of each. */
const BYTES_BY_ALGORITHM: Readonly<Record<SigningAlgorithm, number>> = { ES256: 4_300, EdDSA: 2_500, RS256: 4_500, PS256: 4_500 };

/** Once the store is full, it keeps one in this many imported keys. */
const ADMITTED_OF = 32;

/**
 * Decrypts and imports private keys when they first sign, and keeps them up to a number of bytes. Beyond that, a key costs 40 microseconds
 * per signature. Most of these keys are not kept, because V8 does not see OpenSSL's allocations: it frees young objects soon, but old ones
 * only with its next full collection. If each key evicted another one, 50,000 domains would take 500 MB.
 */
export class SigningKeyStore implements DomainKeyedCache, KeyImporter {
  /** Keyed by domain and `kid`, which never repeats. */
  private readonly imported: LRUCache<string, Signer>;
  /** The number of imported keys since the last one that was kept. */
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

  /** Opens a key of a domain. Its private key is not decrypted yet, unless an earlier revision of the domain has used it to sign. */
  open(domainId: string, { kid, algorithm: stored, publicJwk, privateKey, signsFrom }: ServedSigningKey): DomainKey {
    // Uses the constant instead of the database's string, because comparing it then needs no memory access.
    const algorithm = SIGNING_ALGORITHMS.find((each) => each === stored)!;
    const known = this.imported.peek(`${domainId} ${kid}`);
    const isSame = known?.encrypted === privateKey && known.algorithm === algorithm;
    const signer = isSame ? known : new Signer({ domainId, kid, algorithm, encrypted: privateKey }, this);
    return { kid, algorithm, publicJwk: publicJwk as PublicJwk, signer, signsFrom: signsFrom.getTime() };
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
