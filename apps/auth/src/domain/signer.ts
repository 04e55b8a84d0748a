import { signJws, type importPrivateKey, type SigningAlgorithm } from '@latchkey/crypto';

export type PrivateKey = ReturnType<typeof importPrivateKey>;

/** Decrypts keys. */
export interface KeyImporter {
  /** May let the signer keep the key. */
  import(signer: Signer): PrivateKey;
}

/** A private key: encrypted until it first signs, and again after it was evicted. */
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

  /** The signature of a JWS signing input (RFC 7515 section 5.1), base64url. */
  sign(input: string): string {
    return signJws(input, this.privateKey, this.algorithm);
  }

  /** Spares the next signatures the decryption, until `forget`. */
  keep(key: PrivateKey): void {
    this.key = key;
  }

  /** Frees the decrypted key. */
  forget(): void {
    this.key = null;
  }
}
