import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** Where new RSA key pairs come from. */
export interface RsaKeyPairSource {
  /** @returns a key pair that no other caller gets */
  take(): Promise<KeyPair>;
}

/** Generates a key pair of 2048 bits on a thread of libuv. Finding its primes takes 50 to 400 ms. */
export function generateRsaKeyPair(): Promise<KeyPair> {
  return generate('rsa', { modulusLength: 2048 });
}

/**
 * RSA key pairs that are generated ahead, so that those who need one need not wait. They exist in memory only: what a process that ends
 * leaves unused is lost, and the next process generates its own.
 */
export class RsaKeyPairPool implements RsaKeyPairSource {
  private readonly pairs: KeyPair[] = [];
  private isFilling = false;
  private isClosed = false;

  /** @param size the key pairs to keep ready */
  constructor(
    private readonly size: number,
    private readonly generatePair: () => Promise<KeyPair> = generateRsaKeyPair,
  ) {}

  /** Takes a key pair from the pool. If it is empty, generates one. */
  take(): Promise<KeyPair> {
    const pair = this.pairs.shift();
    void this.fill();
    return pair ? Promise.resolve(pair) : this.generatePair();
  }

  /** Fills the pool, one key pair after another: other work keeps the rest of the machine. A failure ends it until the next call. */
  async fill(): Promise<void> {
    if (this.isFilling) return;
    this.isFilling = true;
    try {
      while (!this.isClosed && this.pairs.length < this.size) this.pairs.push(await this.generatePair());
    } catch {
      // Whoever takes a key pair generates one, and gets the error.
    } finally {
      this.isFilling = false;
    }
  }

  /** Generates no more key pairs ahead, so that the process can end. */
  close(): void {
    this.isClosed = true;
  }
}
