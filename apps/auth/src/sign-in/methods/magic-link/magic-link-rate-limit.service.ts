import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { SETTINGS } from '../../../settings/settings.module.js';

const WINDOW_SECONDS = 900;
/** Share of a user's limit that one IP address can use. The rest stays available to the user. */
const MAX_ADDRESS_SHARE = 0.6;

/** The values of a link request that the limiter counts, each within its domain. */
export interface MagicLinkAttempt {
  domainId: string;
  /** IP address of the client. */
  clientAddress: string;
  /** The username as entered, normalized. */
  enteredName: string;
  /** The user's `sub`, or the entered name if it is unknown. */
  user: string;
  /** Address that receives the link, or the entered name if it is unknown. */
  recipient: string;
  /** Unknown names and sign-ups have their own limits per domain, so that neither blocks real users. */
  purpose: 'known' | 'unknown' | 'sign-up';
  /** Whether the user has signed in with this browser before. */
  isKnownBrowser: boolean;
}

/**
 * A limit that a request exceeds. The page may mention only `announced` limits, which depend only on the browser's own requests. `silent`
 * limits depend on whether the user exists.
 */
export type ExceededLimit = 'announced' | 'silent';

/** A limiter and the key that it counts. */
type Count = readonly [limiter: RateLimiter, kind: string, value: string];

interface Limiters {
  addresses: RateLimiter;
  addressUserPairs: RateLimiter;
  users: RateLimiter;
  domains: RateLimiter;
}

/** Limits link requests across all replicas: NIST SP 800-63B section 3.2.2. It also protects mailboxes from flooding. */
@Injectable()
export class MagicLinkRateLimitService {
  private readonly limiters: Limiters | null;

  constructor(@Inject(SETTINGS) settings: AuthSettings, database: Database) {
    this.limiters = settings.limitsMagicLinks ? createLimiters(database, settings) : null;
  }

  /** Counts a request. The keys are hashes, so that counters contain no names or addresses. @returns the limit that the request exceeds */
  async findExceeded(attempt: MagicLinkAttempt): Promise<ExceededLimit | null> {
    if (!this.limiters) return null;
    const { addresses, addressUserPairs, users, domains } = this.limiters;
    const { domainId, clientAddress, enteredName, user, recipient, purpose, isKnownBrowser } = attempt;
    const announced: Count[] = [[addresses, 'peer', clientAddress]];
    // Known browsers have separate limits, and one address cannot exhaust the limit of a user.
    if (!isKnownBrowser) announced.push([addressUserPairs, 'peer and name', `${clientAddress} ${enteredName}`]);
    if (await isAnyExceeded(domainId, announced)) return 'announced';
    const keyPrefix = isKnownBrowser ? 'known ' : '';
    const silent: Count[] = [
      [users, `${keyPrefix}user`, user],
      [users, `${keyPrefix}recipient`, recipient],
      [domains, 'domain', purpose],
    ];
    if (!isKnownBrowser) silent.unshift([addressUserPairs, 'peer and user', `${clientAddress} ${user}`]);
    if (!(await isAnyExceeded(domainId, silent))) return null;
    // A known browser already shows that the user exists.
    return isKnownBrowser ? 'announced' : 'silent';
  }
}

function createLimiters(database: Database, settings: AuthSettings): Limiters {
  const { MAGIC_LINKS_PER_USER: perUser, MAGIC_LINKS_PER_ADDRESS: perAddress, MAGIC_LINKS_PER_DOMAIN: perDomain } = settings;
  const create = (name: string, requests: number) => new RateLimiter(database, { name, requests, window: WINDOW_SECONDS });
  return {
    addresses: create('link-peer', perAddress),
    addressUserPairs: create('link-peer-user', Math.ceil(perUser * MAX_ADDRESS_SHARE)),
    users: create('link-user', perUser),
    domains: create('link-domain', perDomain),
  };
}

async function isAnyExceeded(domainId: string, counts: readonly Count[]): Promise<boolean> {
  for (const [limiter, kind, value] of counts) {
    const key = fingerprint('link limit', domainId, kind, value).toString('base64url');
    if (!(await limiter.consumeInDomain(domainId, key)).allowed) return true;
  }
  return false;
}
