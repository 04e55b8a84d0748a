import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, fingerprint, randomId } from '@latchkey/crypto';
import { UsedJtiRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';

/** `confirm` sets a new address, `undo` restores the former one. */
export type EmailLinkKind = 'confirm' | 'undo';

/** What a mailed link does. It is encrypted, so that it is authentic and shows no address. */
export interface EmailLink {
  /** Random: a link works once. */
  id: string;
  sub: string;
  /** The address of the user without which the link does nothing; null: none. Absent: it works whatever the address is. */
  from?: string | null;
  /** The address that the user gets, and whether it counts as verified. */
  to: string;
  verified: boolean;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/** A change that takes longer begins again: the page that asks for it demands a recent sign-in. */
const LIFETIMES: Readonly<Record<EmailLinkKind, number>> = { confirm: 1_800_000, undo: 259_200_000 };
export const CONFIRM_MINUTES = LIFETIMES.confirm / 60_000;
export const UNDO_DAYS = LIFETIMES.undo / 86_400_000;

const MAX_TOKEN_LENGTH = 4_096;

/** The links of a change of a user's email address. Nothing is stored until one is used. */
@Injectable()
export class EmailLinkService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly uses: UsedJtiRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @returns the URL of the page that uses the link */
  create({ id, issuer }: CachedDomain, kind: EmailLinkKind, link: Omit<EmailLink, 'id' | 'expiresAt'>): string {
    const content: EmailLink = { ...link, id: randomId(), expiresAt: Date.now() + LIFETIMES[kind] };
    const token = this.encryptor.encrypt(Buffer.from(JSON.stringify(content), 'utf8'), getContext(id, kind));
    return `${issuer}/account/email/${kind}?token=${token.toString('base64url')}`;
  }

  /** @returns null if the link was altered, belongs to another domain, has expired, or was used */
  async read(domain: CachedDomain, kind: EmailLinkKind, token: unknown): Promise<EmailLink | null> {
    const link = this.open(domain, kind, token);
    return link && !(await this.uses.has({ domainId: domain.id, hash: hashUse(link) })) ? link : null;
  }

  private open({ id }: CachedDomain, kind: EmailLinkKind, token: unknown): EmailLink | null {
    if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return null;
    try {
      const plain = this.encryptor.decrypt(Buffer.from(token, 'base64url'), getContext(id, kind));
      const link = JSON.parse(plain.toString('utf8')) as EmailLink;
      // control: a link that changes an address expires
      return link.expiresAt > Date.now() ? link : null;
    } catch {
      return null;
    }
  }

  /** Notes a change of the address within its transaction. @returns whether it is the first for as long as a link can undo it */
  noteChange({ id: domainId }: CachedDomain, sub: string): Promise<boolean> {
    return this.uses.recordWithin({ domainId, hash: hashChange(sub), lifetime: LIFETIMES.undo / 1_000 });
  }

  /** Lets the next change be the first one again, after one was undone. */
  async forgetChange({ id: domainId }: CachedDomain, sub: string): Promise<void> {
    await this.uses.forget({ domainId, hash: hashChange(sub) });
  }

  /** Uses a link up, within the transaction of the change. @returns false if it was used before */
  use({ id: domainId }: CachedDomain, link: EmailLink): Promise<boolean> {
    const lifetime = Math.max(1, (link.expiresAt - Date.now()) / 1_000);
    // control: a link that changes an address works once
    return this.uses.recordWithin({ domainId, hash: hashUse(link), lifetime });
  }
}

function hashUse({ id }: EmailLink): Buffer {
  return fingerprint('email link', id);
}

function hashChange(sub: string): Buffer {
  return fingerprint('email change', sub);
}

function getContext(domainId: string, kind: EmailLinkKind): string {
  return `email link:${domainId}:${kind}`;
}
