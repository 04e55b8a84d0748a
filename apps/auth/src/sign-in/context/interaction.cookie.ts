import type { Encryptor } from '@latchkey/crypto';
import type { Channel } from '@latchkey/persistence';
import type { DomainRequest } from '../../domain/served-domain.service.js';

/** What the browser keeps of its way through a sign-in, so that each of its pages can be asked for again. */
export interface InteractionCookieData {
  /** Who was named; empty: nobody yet. */
  username: string;
  /** By which way a link was asked for. */
  sentBy: Channel | null;
  /** The name of the provider that they were sent to. */
  sentTo: string | null;
  /** Where the application is, if that is an address of the web. */
  application: string | null;
  /** The sign-in has ended. */
  ended: boolean;
}

export const EMPTY_COOKIE_DATA: InteractionCookieData = { username: '', sentBy: null, sentTo: null, application: null, ended: false };

const COOKIE_NAME = 'entered';
/** Seconds. Longer than any sign-in: whoever comes back to one later is told what has become of it. */
const MAX_AGE_SECONDS = 86_400;

/** The cookie of a sign-in, sealed: a name is nothing that others who use the computer need to see, nor whoever reads along. */
export class InteractionCookie {
  constructor(
    private readonly encryptor: Encryptor,
    private readonly requestContext: DomainRequest,
    private readonly uid: string,
  ) {}

  read(): InteractionCookieData {
    const cookies = (this.requestContext.request.headers.cookie ?? '').split('; ');
    const value = cookies.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1);
    return value === undefined ? EMPTY_COOKIE_DATA : (this.decrypt(value) ?? EMPTY_COOKIE_DATA);
  }

  write(data: InteractionCookieData): void {
    const encrypted = this.encryptor.encrypt(Buffer.from(JSON.stringify(data), 'utf8'), this.encryptionContext).toString('base64url');
    const attributes = `Path=/sign-in/${this.uid}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${this.isSecure ? '; Secure' : ''}`;
    const others = [this.requestContext.response.getHeader('Set-Cookie') ?? []].flat().map(String);
    const kept = others.filter((line) => !line.startsWith(`${this.name}=`));
    this.requestContext.response.setHeader('Set-Cookie', [...kept, `${this.name}=${encrypted}; ${attributes}`]);
  }

  /** @returns null if it is not of ours, or of a master key that is no more */
  private decrypt(value: string): InteractionCookieData | null {
    try {
      return JSON.parse(
        this.encryptor.decrypt(Buffer.from(value, 'base64url'), this.encryptionContext).toString('utf8'),
      ) as InteractionCookieData;
    } catch {
      return null;
    }
  }

  private get name(): string {
    return this.isSecure ? `__Secure-${COOKIE_NAME}` : COOKIE_NAME;
  }

  private get isSecure(): boolean {
    return this.requestContext.domain.issuer.startsWith('https:');
  }

  private get encryptionContext(): string {
    return `sign-in:${this.requestContext.domain.id}:${this.uid}`;
  }
}
