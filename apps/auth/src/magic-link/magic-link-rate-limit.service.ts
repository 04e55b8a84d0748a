import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

const WINDOW_SECONDS = 900;
/** Share of a user's limit that one IP address can use. The rest stays available to the user. */
const MAX_ADDRESS_SHARE = 0.6;

/** The values of a link request that the limiter counts, each within its domain. */
export interface MagicLinkAttempt {
  domainId: string;
  /** IP address of the client. */
  peer: string;
  /** The user's `sub`, or the entered name if it is unknown. */
  user: string;
  /** Address that receives the link, or the entered name if it is unknown. */
  recipient: string;
  /** Whether the link has a recipient. Unknown names have their own limit per domain, so that guessing names does not block real users. */
  known: boolean;
  /** Whether the user has signed in with this browser before. */
  isKnownBrowser: boolean;
}

/** Limits link requests across all replicas: NIST SP 800-63B section 3.2.2. It also protects mailboxes from flooding. */
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

  /** Counts a request. The keys are hashes, so that counters contain no names or addresses. @returns whether the request exceeds a limit */
  async isExceeded({ domainId, peer, user, recipient, known, isKnownBrowser }: MagicLinkAttempt): Promise<boolean> {
    // Known browsers have separate limits, and one address cannot exhaust the limit of a user.
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
      if (limiter && !(await limiter.consumeInDomain(domainId, key)).allowed) return true;
    }
    return false;
  }
}
