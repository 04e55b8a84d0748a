import type { Encryptor } from '@latchkey/crypto';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { COOKIES, readCookie, setCookie } from '../pages/http/cookies.js';

/** The most recent accounts of a browser. */
const MAX_ACCOUNTS = 5;

/**
 * The users who have signed in with a browser, for the choice of an account. The cookie has their `sub`s, encrypted and bound to the domain.
 * It signs no one in.
 */
export class KnownAccountsCookie {
  constructor(
    private readonly encryptor: Encryptor,
    private readonly current: DomainRequest,
  ) {}

  /** @returns the `sub`s, the last one first; empty if the cookie is invalid, or encrypted with a retired master key */
  read(): string[] {
    const value = readCookie(this.current, COOKIES.knownAccounts);
    if (value === null) return [];
    try {
      return JSON.parse(this.encryptor.decrypt(Buffer.from(value, 'base64url'), this.encryptionContext).toString('utf8')) as string[];
    } catch {
      return [];
    }
  }

  add(sub: string): void {
    this.write([sub, ...this.read().filter((other) => other !== sub)].slice(0, MAX_ACCOUNTS));
  }

  write(subs: readonly string[]): void {
    const plain = Buffer.from(JSON.stringify(subs), 'utf8');
    setCookie(this.current, COOKIES.knownAccounts, { value: this.encryptor.encrypt(plain, this.encryptionContext).toString('base64url') });
  }

  private get encryptionContext(): string {
    return `known accounts:${this.current.domain.id}`;
  }
}
