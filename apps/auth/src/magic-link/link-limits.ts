import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds. */
const WINDOW = 900;
/** The share of a user's links that one address may ask for: the rest is left for the user. */
const SHARE_OF_ADDRESS = 0.6;

/** What is counted of a request for a link; each within its domain. */
export interface Countable {
  domainId: string;
  /** The IP address that it comes from. */
  peer: string;
  /** The user, or what was entered instead of one. */
  user: string;
  /** Where the link goes, or what was entered. */
  recipient: string;
  /** Whether there is somebody to send it to: whoever guesses names uses up a share of the domain that nobody else needs. */
  known: boolean;
  /** Whether the user has signed in in this browser before. */
  isKnownBrowser: boolean;
}

/** How many links may be asked for, over all replicas: NIST SP 800-63B section 3.2.2, and so that nobody's mailbox is flooded. */
@Injectable()
export class LinkLimits {
  private readonly peers: RateLimiter | null = null;
  private readonly peersOfUsers: RateLimiter | null = null;
  private readonly users: RateLimiter | null = null;
  private readonly domains: RateLimiter | null = null;

  constructor(@Inject(SETTINGS) settings: AuthSettings, database: Database) {
    if (settings.RATE_LIMIT === 'off') return;
    this.peers = new RateLimiter(database, { name: 'link-peer', requests: settings.MAGIC_LINKS_PER_ADDRESS, window: WINDOW });
    const perPeer = Math.ceil(settings.MAGIC_LINKS_PER_USER * SHARE_OF_ADDRESS);
    this.peersOfUsers = new RateLimiter(database, { name: 'link-peer-user', requests: perPeer, window: WINDOW });
    this.users = new RateLimiter(database, { name: 'link-user', requests: settings.MAGIC_LINKS_PER_USER, window: WINDOW });
    this.domains = new RateLimiter(database, { name: 'link-domain', requests: settings.MAGIC_LINKS_PER_DOMAIN, window: WINDOW });
  }

  /** Counts a request. What is counted by are hashes: nobody can be found by what is left of them. @returns whether it is one too many */
  async exceeded({ domainId, peer, user, recipient, known, isKnownBrowser }: Countable): Promise<boolean> {
    // Strangers use up neither the tries of browsers in which the user has signed in, nor by one address those of all others.
    const pot = isKnownBrowser ? 'known ' : '';
    const counts: [RateLimiter | null, string, string][] = [
      [this.peers, 'peer', peer],
      [isKnownBrowser ? null : this.peersOfUsers, 'peer and user', `${peer} ${user}`],
      [this.users, `${pot}user`, user],
      [this.users, `${pot}recipient`, recipient],
      [this.domains, 'domain', known ? 'known' : 'unknown'],
    ];
    for (const [limiter, kind, value] of counts) {
      const key = fingerprint('link limit', domainId, kind, value).toString('base64url');
      if (limiter && !(await limiter.consumeWithin(domainId, key)).allowed) return true;
    }
    return false;
  }
}
