import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds. */
const WINDOW_SECONDS = 900;
/** The share of a user's links that one address may ask for: the rest is left for the user. */
const MAX_ADDRESS_SHARE = 0.6;

/** What is counted of a request for a link; each within its domain. */
export interface MagicLinkAttempt {
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
export class MagicLinkRateLimitService {
  private readonly peers: RateLimiter | null = null;
  private readonly peerUserPairs: RateLimiter | null = null;
  private readonly users: RateLimiter | null = null;
  private readonly domains: RateLimiter | null = null;

  constructor(@Inject(SETTINGS) settings: AuthSettings, database: Database) {
    if (settings.RATE_LIMIT === 'off') return;
    this.peers = new RateLimiter(database, { name: 'link-peer', requests: settings.MAGIC_LINKS_PER_ADDRESS, window: WINDOW_SECONDS });
    const perPeer = Math.ceil(settings.MAGIC_LINKS_PER_USER * MAX_ADDRESS_SHARE);
    this.peerUserPairs = new RateLimiter(database, { name: 'link-peer-user', requests: perPeer, window: WINDOW_SECONDS });
    this.users = new RateLimiter(database, { name: 'link-user', requests: settings.MAGIC_LINKS_PER_USER, window: WINDOW_SECONDS });
    this.domains = new RateLimiter(database, { name: 'link-domain', requests: settings.MAGIC_LINKS_PER_DOMAIN, window: WINDOW_SECONDS });
  }

  /** Counts a request. What is counted by are hashes: nobody can be found by what is left of them. @returns whether it is one too many */
  async exceeded({ domainId, peer, user, recipient, known, isKnownBrowser }: MagicLinkAttempt): Promise<boolean> {
    // Strangers use up neither the tries of browsers in which the user has signed in, nor by one address those of all others.
    const keyPrefix = isKnownBrowser ? 'known ' : '';
    const counts: [RateLimiter | null, string, string][] = [
      [this.peers, 'peer', peer],
      [isKnownBrowser ? null : this.peerUserPairs, 'peer and user', `${peer} ${user}`],
      [this.users, `${keyPrefix}user`, user],
      [this.users, `${keyPrefix}recipient`, recipient],
      [this.domains, 'domain', known ? 'known' : 'unknown'],
    ];
    for (const [limiter, kind, value] of counts) {
      const key = fingerprint('link limit', domainId, kind, value).toString('base64url');
      if (limiter && !(await limiter.consumeWithin(domainId, key)).allowed) return true;
    }
    return false;
  }
}
