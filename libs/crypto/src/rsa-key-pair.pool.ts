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

/** Callers that may wait for a key pair: the last one waits for some five seconds. */
const MAX_WAITING = 50;

interface Waiting {
  resolve: (pair: KeyPair) => void;
  reject: (error: unknown) => void;
}

/**
 * RSA key pairs, generated one after another, so that other work keeps the rest of the machine. A few are generated ahead. They exist in memory
 * only: what a process that ends leaves unused is lost, and the next process generates its own.
 */
export class RsaKeyPairPool implements RsaKeyPairSource {
  private readonly pairs: KeyPair[] = [];
  private readonly waiting: Waiting[] = [];
  private isFilling = false;
  private isClosed = false;

  /** @param size the key pairs to keep ready */
  constructor(
    private readonly size: number,
    private readonly generatePair: () => Promise<KeyPair> = generateRsaKeyPair,
  ) {}

  /**
   * Takes a key pair from the pool. If it is empty, waits for the next one that no earlier caller waits for.
   * @throws Error that counts as an outage: too many callers are waiting
   */
  async take(): Promise<KeyPair> {
    const pair = this.pairs.shift() ?? this.waitForPair();
    void this.fill();
    return pair;
  }

  /** Generates key pairs for all who wait, and then fills the pool. */
  async fill(): Promise<void> {
    if (this.isFilling) return;
    this.isFilling = true;
    while (this.waiting.length > 0 || (!this.isClosed && this.pairs.length < this.size)) {
      const { pair, error } = await this.generatePair().then(
        (generated) => ({ pair: generated, error: null }),
        (reason: unknown) => ({ pair: null, error: reason }),
      );
      const next = this.waiting.shift();
      if (pair === null && !next) break;
      if (pair === null) next!.reject(error);
      else if (next) next.resolve(pair);
      else this.pairs.push(pair);
    }
    this.isFilling = false;
  }

  /** Generates no more key pairs ahead, so that the process can end. */
  close(): void {
    this.isClosed = true;
  }

  private waitForPair(): Promise<KeyPair> {
    if (this.waiting.length >= MAX_WAITING) throw new Error('timeout: too many domains are waiting for an RSA key');
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
}
