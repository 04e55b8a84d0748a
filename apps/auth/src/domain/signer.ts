import { signJws, type importPrivateKey, type SigningAlgorithm } from '@latchkey/crypto';

export type PrivateKey = ReturnType<typeof importPrivateKey>;

/** Decrypts keys. */
export interface KeyImporter {
  /** Imports the private key; the signer may keep it. */
  import(signer: Signer): PrivateKey;
}

/** A private key. It stays encrypted until it first signs, and is encrypted again after its eviction. */
export class Signer {
  readonly domainId: string;
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  /** Base64. */
  readonly encrypted: string;
  private key: PrivateKey | null = null;

  constructor(
    { domainId, kid, algorithm, encrypted }: Pick<Signer, 'domainId' | 'kid' | 'algorithm' | 'encrypted'>,
    private readonly importer: KeyImporter,
  ) {
    this.domainId = domainId;
    this.kid = kid;
    this.algorithm = algorithm;
    this.encrypted = encrypted;
  }

  get privateKey(): PrivateKey {
    return this.key ?? this.importer.import(this);
  }

  /** Signs a JWS signing input (RFC 7515 section 5.1). Returns base64url. */
  sign(input: string): string {
    return signJws(input, this.privateKey, this.algorithm);
  }

  /** Keeps the decrypted key for later signatures, until `forget`. */
  keep(key: PrivateKey): void {
    this.key = key;
  }

  /** Frees the decrypted key. */
  forget(): void {
    this.key = null;
  }
}
