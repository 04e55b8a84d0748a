import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** A source of new RSA key pairs. */
export interface RsaKeyPairSource {
  /** @returns a key pair that no other caller gets */
  take(): Promise<KeyPair>;
}

/** Generates a key pair of 2048 bits on a thread of libuv. Finding its primes takes 50 to 400 ms. */
export function generateRsaKeyPair(): Promise<KeyPair> {
  return generate('rsa', { modulusLength: 2048 });
}

/** The maximum number of callers that may wait for a key pair. The last one waits some five seconds. */
const MAX_WAITING = 50;

interface Waiting {
  resolve: (pair: KeyPair) => void;
  reject: (error: unknown) => void;
}

/**
 * RSA key pairs, generated one after another, so that other work keeps the rest of the machine. A few are generated in advance. They exist
 * only in memory: a process that ends loses the unused ones, and the next process generates its own.
 */
export class RsaKeyPairPool implements RsaKeyPairSource {
  private readonly pairs: KeyPair[] = [];
  private readonly waiting: Waiting[] = [];
  private isFilling = false;
  private isClosed = false;

  /** @param size the number of key pairs to keep ready */
  constructor(
    private readonly size: number,
    private readonly generatePair: () => Promise<KeyPair> = generateRsaKeyPair,
  ) {}

  /**
   * Takes a key pair from the pool. If the pool is empty, waits for the next one that no earlier caller waits for.
   *
   * @throws Error that counts as an outage, if too many callers are waiting
   */
  async take(): Promise<KeyPair> {
    const pair = this.pairs.shift() ?? this.waitForPair();
    void this.fill();
    return pair;
  }

  /** Generates key pairs for all waiting callers, and then fills the pool. */
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

  /** Stops generating key pairs in advance, so that the process can end. */
  close(): void {
    this.isClosed = true;
  }

  private waitForPair(): Promise<KeyPair> {
    if (this.waiting.length >= MAX_WAITING) throw new Error('timeout: too many domains are waiting for an RSA key');
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
}
