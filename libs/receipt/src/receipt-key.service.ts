import { Encryptor, generateSigningKey, importPrivateKey, receiptKeyContext, signJwt, toPublicJwk, type PublicJwk } from '@latchkey/crypto';
import { ReceiptKeyRepository, type ReceiptKey } from '@latchkey/persistence';

const ALGORITHM = 'ES256';

/** Signs claims as a JWT. */
export type ReceiptSigner = (claims: object) => Promise<string>;

/** The keys of the installation, which sign what an auditor verifies. */
export class ReceiptKeyService {
  private readonly encryptor: Encryptor;

  constructor(
    private readonly keys: ReceiptKeyRepository,
    masterKeys: readonly [Buffer, ...Buffer[]],
  ) {
    this.encryptor = new Encryptor(masterKeys);
  }

  /** The newest key signs. @param typ the header parameter that distinguishes kinds of statements */
  async createSigner(typ: string): Promise<ReceiptSigner> {
    const [newest] = await this.list();
    const { kid, privateKey } = newest!;
    const key = importPrivateKey(this.encryptor.decrypt(privateKey, receiptKeyContext(kid)));
    return (claims) => signJwt(claims, { alg: ALGORITHM, typ, kid }, key);
  }

  /** All keys, newest first. Each is derived from its private key, so a public key that was only written to the database does not count. */
  async listPublicKeys(): Promise<PublicJwk[]> {
    const keys = await this.list();
    // control: checkpoints are verified by keys of the installation only
    return keys.flatMap((key) => this.derivePublicKey(key) ?? []);
  }

  private derivePublicKey({ kid, privateKey }: ReceiptKey): PublicJwk | null {
    try {
      return toPublicJwk(importPrivateKey(this.encryptor.decrypt(privateKey, receiptKeyContext(kid))), kid, ALGORITHM);
    } catch {
      return null;
    }
  }

  /** Creates the first key. Two processes that do so concurrently create two, and both count. */
  private async list(): Promise<ReceiptKey[]> {
    const existing = await this.keys.list();
    if (existing.length > 0) return existing;
    const { kid, publicJwk, privateKey } = await generateSigningKey(ALGORITHM);
    await this.keys.create({ kid, publicJwk: { ...publicJwk }, privateKey: this.encryptor.encrypt(privateKey, receiptKeyContext(kid)) });
    return this.keys.list();
  }
}
