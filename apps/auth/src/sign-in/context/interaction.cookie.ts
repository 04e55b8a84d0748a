import type { Encryptor } from '@latchkey/crypto';
import type { Channel } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { buildSetCookie, COOKIES, getCookieName, readCookie } from '../../pages/http/cookies.js';

/** Sign-in data kept in the browser, so that the user can reload each page. */
export interface InteractionCookieData {
  /** The entered username; empty before the user enters one. */
  username: string;
  /** The channel through which the user requested a magic link. */
  sentBy: Channel | null;
  /** The address to which a mail about a new account was requested. */
  signUpTo: string | null;
  /** Whether the next request of an account needs a proof of work. */
  isChallenged: boolean;
  /** Whether the latest request exceeded a limit, so that no link was sent. */
  isLimited: boolean;
  /** How many links the user has requested. */
  requestCount: number;
  /** The name of the identity provider to which the browser was redirected. */
  sentTo: string | null;
  /** URL of the application, if it is a web URL. */
  application: string | null;
  ended: boolean;
}

export const EMPTY_COOKIE_DATA: InteractionCookieData = {
  username: '',
  sentBy: null,
  signUpTo: null,
  isChallenged: false,
  isLimited: false,
  requestCount: 0,
  sentTo: null,
  application: null,
  ended: false,
};

/** Stores the data of one sign-in in the browser. Encrypted, because usernames are personal data. */
export class InteractionCookie {
  constructor(
    private readonly encryptor: Encryptor,
    private readonly requestContext: DomainRequest,
    private readonly uid: string,
  ) {}

  read(): InteractionCookieData {
    const value = readCookie(this.requestContext, COOKIES.interactionData);
    return value === null ? EMPTY_COOKIE_DATA : (this.decrypt(value) ?? EMPTY_COOKIE_DATA);
  }

  write(data: InteractionCookieData): void {
    const encrypted = this.encryptor.encrypt(Buffer.from(JSON.stringify(data), 'utf8'), this.encryptionContext).toString('base64url');
    const { domain, response } = this.requestContext;
    const line = buildSetCookie(domain, COOKIES.interactionData, { value: encrypted, path: `/sign-in/${this.uid}` });
    const others = [response.getHeader('Set-Cookie') ?? []].flat().map(String);
    const kept = others.filter((other) => !other.startsWith(`${getCookieName(domain, COOKIES.interactionData)}=`));
    response.setHeader('Set-Cookie', [...kept, line]);
  }

  /** @returns null if the value is invalid, or encrypted with a retired master key */
  private decrypt(value: string): InteractionCookieData | null {
    try {
      return JSON.parse(
        this.encryptor.decrypt(Buffer.from(value, 'base64url'), this.encryptionContext).toString('utf8'),
      ) as InteractionCookieData;
    } catch {
      return null;
    }
  }

  private get encryptionContext(): string {
    return `sign-in:${this.requestContext.domain.id}:${this.uid}`;
  }
}
