import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { isSameSecret, Encryptor } from '@latchkey/crypto';
import { OidcPayloadRepository } from '@latchkey/persistence';
import type { DomainRequest } from '../domain/served-domain.service.js';
import { COOKIES, readCookie, setCookie } from '../pages/http/cookies.js';
import { KnownAccountsCookie } from './known-accounts.cookie.js';
import { SETTINGS } from '../settings/settings.module.js';

/** The most recent users of a browser. */
const MAX_USERS = 5;
const ENTRY = /^(\d{1,12})~([\w-]{43})$/;

/** Proves that a user has signed in with a browser. */
interface Entry {
  /** Seconds since the epoch. */
  since: number;
  proof: string;
}

/**
 * Recognizes browsers in which users have signed in before, by a cookie. An attacker who uses up a user's attempts does not lock out these
 * browsers. The cookie proves nothing else. It is valid for one user of one domain, for 90 days, and until all sessions of the user have
 * ended.
 */
@Injectable()
export class KnownBrowserService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly payloads: OidcPayloadRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Remembers that a user has signed in with the browser. */
  async remember(domainRequest: DomainRequest, sub: string): Promise<void> {
    const epoch = await this.payloads.findSignInEpoch(domainRequest.domain.id, sub);
    if (epoch === undefined) return;
    const others = readEntries(domainRequest).filter((entry) => !this.matches(domainRequest, { sub, epoch }, entry));
    const since = Math.floor(Date.now() / 1_000);
    const entries = [{ since, proof: this.deriveProofs(domainRequest, { sub, epoch }, since)[0]! }, ...others].slice(0, MAX_USERS);
    const value = entries.map((entry) => `${entry.since}~${entry.proof}`).join('.');
    setCookie(domainRequest, COOKIES.knownBrowser, { value });
    new KnownAccountsCookie(this.encryptor, domainRequest).add(sub);
  }

  /** Whether a user has signed in with this browser. Unknown usernames cost the same query. */
  async isKnown(domainRequest: DomainRequest, sub: string): Promise<boolean> {
    const epoch = await this.payloads.findSignInEpoch(domainRequest.domain.id, sub);
    return epoch !== undefined && readEntries(domainRequest).some((entry) => this.matches(domainRequest, { sub, epoch }, entry));
  }

  private matches(domainRequest: DomainRequest, user: KnownUser, { since, proof }: Entry): boolean {
    if (since + COOKIES.knownBrowser.maxAgeSeconds <= Date.now() / 1_000) return false;
    return this.deriveProofs(domainRequest, user, since).some((expected) => isSameSecret(expected, proof));
  }

  /** One key for each master key. */
  private deriveProofs({ domain }: DomainRequest, { sub, epoch }: KnownUser, since: number): string[] {
    return this.encryptor.derive(`known browser:${domain.id}:${sub}:${epoch}:${since}`).map((proof) => proof.toString('base64url'));
  }
}

interface KnownUser {
  sub: string;
  /** See User.signInEpoch. */
  epoch: number;
}

function readEntries(domainRequest: DomainRequest): Entry[] {
  const texts = readCookie(domainRequest, COOKIES.knownBrowser)?.split('.', MAX_USERS) ?? [];
  return texts.map((text) => ENTRY.exec(text)).flatMap((found) => (found ? [{ since: Number(found[1]), proof: found[2]! }] : []));
}
