import { hashSecret, isSameSecret, randomSecret } from '@latchkey/crypto';
import { COOKIES, deleteCookie, readCookie, setCookie, type CookieDefinition } from './cookies.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';

const SECRET = /^[\w-]{43}$/;

type BoundRequest = Pick<DomainRequest, 'request' | 'domain'>;

/**
 * A cookie that identifies a browser. The server stores the hash of its secret with everything bound to the browser. The secret stays the
 * same while it is used, so that several tabs can work concurrently. RFC 9700 section 4.7.1.
 */
export class BindingCookie {
  constructor(private readonly cookie: CookieDefinition) {}

  /** @param id of the bound object, such as a `state` */
  read(domainRequest: BoundRequest, id: string): string | null {
    return readSecret(domainRequest, this.cookieFor(id)) ?? readSecret(domainRequest, this.cookie);
  }

  /** Sets the cookie or extends its lifetime. @returns its secret */
  bind(domainRequest: DomainRequest, id: string): string {
    const known = readSecret(domainRequest, this.cookie);
    const secret = known ?? randomSecret();
    setCookie(domainRequest, this.cookie, { value: secret });
    // Two tabs that start at the same moment get two secrets, and the browser keeps one, so each tab has its own cookie.
    if (known === null) setCookie(domainRequest, this.cookieFor(id), { value: secret });
    return secret;
  }

  /** Removes only the cookie of this id. */
  forget(domainRequest: DomainRequest, id: string): void {
    const cookie = this.cookieFor(id);
    if (readSecret(domainRequest, cookie) !== null) deleteCookie(domainRequest, cookie);
  }

  /** Whether a request comes from the browser whose secret has this hash. */
  matches(domainRequest: BoundRequest, id: string, hash: unknown): boolean {
    const secret = this.read(domainRequest, id);
    return secret !== null && typeof hash === 'string' && isSameSecret(this.hash(secret), hash);
  }

  /** @returns the stored form of a secret: its SHA-256, in base64url */
  hash(secret: string): string {
    return hashSecret(secret).toString('base64url');
  }

  private cookieFor(id: string): CookieDefinition {
    return { ...this.cookie, name: `${this.cookie.name}-${hashSecret(id).toString('hex').slice(0, 16)}` };
  }
}

/** Binds sign-ins and magic link pages to the browser in which they began. */
export const BROWSER_COOKIE = new BindingCookie(COOKIES.browser);

function readSecret(context: BoundRequest, cookie: CookieDefinition): string | null {
  const secret = readCookie(context, cookie);
  return secret !== null && SECRET.test(secret) ? secret : null;
}
