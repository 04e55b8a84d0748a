import { hashSecret, isSameSecret, randomSecret } from '@latchkey/crypto';
import type { DomainRequest } from './served-domain.service.js';

const SECRET = /^[\w-]{43}$/;

/** Seconds. A browser that comes back too late is known for a day, so that its page can say what has happened. */
const LIFETIME_SECONDS = 86_400;
const EXPIRED_ATTRIBUTES = 'Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

type BoundRequest = Pick<DomainRequest, 'request' | 'domain'>;

/**
 * A cookie that tells one browser from every other: a secret, of which the server keeps the hash with whatever is bound to the browser.
 * The secret stays the same while it is used, so that several tabs can be at work at the same time. RFC 9700 section 4.7.1.
 */
export class BindingCookie {
  constructor(private readonly name: string) {}

  /** @param id of what is bound, such as a `state` */
  read(visit: BoundRequest, id: string): string | null {
    return readCookie(visit, this.nameFor(visit, id)) ?? readCookie(visit, this.nameIn(visit));
  }

  /** Sets the cookie, or prolongs it. @returns its secret */
  bind(visit: DomainRequest, id: string): string {
    const known = readCookie(visit, this.nameIn(visit));
    const secret = known ?? randomSecret();
    setCookie(visit, `${this.nameIn(visit)}=${secret}`, `Max-Age=${LIFETIME_SECONDS}`);
    // Two tabs that start at the same moment get two secrets, and the browser keeps one: so each tab has its own cookie.
    if (known === null) setCookie(visit, `${this.nameFor(visit, id)}=${secret}`, `Max-Age=${LIFETIME_SECONDS}`);
    return secret;
  }

  /** Removes the cookie that belongs to this id alone. */
  forget(visit: DomainRequest, id: string): void {
    const name = this.nameFor(visit, id);
    if (readCookie(visit, name) !== null) setCookie(visit, `${name}=`, EXPIRED_ATTRIBUTES);
  }

  /** Whether a request comes from the browser whose secret has this hash. */
  matches(visit: BoundRequest, id: string, hash: unknown): boolean {
    const secret = this.read(visit, id);
    return secret !== null && typeof hash === 'string' && isSameSecret(this.hash(secret), hash);
  }

  /** @returns what is kept of a secret: its SHA-256, in base64url */
  hash(secret: string): string {
    return hashSecret(secret).toString('base64url');
  }

  /** By `__Host-` the browser keeps no cookie of that name that a sibling host sets: RFC 6265bis section 4.1.3.2. */
  private nameIn({ domain }: Pick<DomainRequest, 'domain'>): string {
    return domain.issuer.startsWith('https:') ? `__Host-${this.name}` : this.name;
  }

  private nameFor(visit: Pick<DomainRequest, 'domain'>, id: string): string {
    return `${this.nameIn(visit)}-${hashSecret(id).toString('hex').slice(0, 16)}`;
  }
}

/** Binds sign-ins, and the pages of magic links, to the browser that they began in. */
export const BROWSER_COOKIE = new BindingCookie('browser');

function readCookie({ request }: BoundRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(/; */);
  const secret = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return secret !== undefined && SECRET.test(secret) ? secret : null;
}

function setCookie({ domain, response }: DomainRequest, pair: string, lifetime: string): void {
  const secure = domain.issuer.startsWith('https:') ? '; Secure' : '';
  // Redirects and mails lead here from other sites: Lax lets the cookie pass with them.
  response.appendHeader('Set-Cookie', `${pair}; Path=/; ${lifetime}; HttpOnly; SameSite=Lax${secure}`);
}
