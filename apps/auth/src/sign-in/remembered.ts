import type { Sealer } from '@latchkey/crypto';
import type { Channel } from '@latchkey/persistence';
import type { Visit } from '../domain/served-domain.js';

/** What the browser keeps of its way through a sign-in, so that each of its pages can be asked for again. */
export interface Remembered {
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

export const NOTHING: Remembered = { username: '', sentBy: null, sentTo: null, application: null, ended: false };

const NAME = 'entered';
/** Seconds. Longer than any sign-in: whoever comes back to one later is told what has become of it. */
const LIFETIME = 86_400;

/** The cookie of a sign-in, sealed: a name is nothing that others who use the computer need to see, nor whoever reads along. */
export class RememberedCookie {
  constructor(
    private readonly sealer: Sealer,
    private readonly visit: Visit,
    private readonly uid: string,
  ) {}

  read(): Remembered {
    const cookies = (this.visit.request.headers.cookie ?? '').split('; ');
    const value = cookies.find((pair) => pair.startsWith(`${this.name}=`))?.slice(this.name.length + 1);
    return value === undefined ? NOTHING : (this.open(value) ?? NOTHING);
  }

  write(remembered: Remembered): void {
    const sealed = this.sealer.seal(Buffer.from(JSON.stringify(remembered), 'utf8'), this.context).toString('base64url');
    const attributes = `Path=/sign-in/${this.uid}; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${this.isSecure ? '; Secure' : ''}`;
    const others = [this.visit.response.getHeader('Set-Cookie') ?? []].flat().map(String);
    const kept = others.filter((line) => !line.startsWith(`${this.name}=`));
    this.visit.response.setHeader('Set-Cookie', [...kept, `${this.name}=${sealed}; ${attributes}`]);
  }

  /** @returns null if it is not of ours, or of a master key that is no more */
  private open(value: string): Remembered | null {
    try {
      return JSON.parse(this.sealer.open(Buffer.from(value, 'base64url'), this.context).toString('utf8')) as Remembered;
    } catch {
      return null;
    }
  }

  private get name(): string {
    return this.isSecure ? `__Secure-${NAME}` : NAME;
  }

  private get isSecure(): boolean {
    return this.visit.domain.issuer.startsWith('https:');
  }

  private get context(): string {
    return `sign-in:${this.visit.domain.id}:${this.uid}`;
  }
}
