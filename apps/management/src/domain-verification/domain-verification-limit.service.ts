import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Database, RateLimiter } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { SETTINGS } from '../settings/settings.module.js';

/** How often callers can request checks of a domain. Checks query name servers of other parties. */
export const CHECKS_PER_MINUTE = 10;

/** Limits the checks that callers request, counted across all replicas. */
@Injectable()
export class DomainVerificationLimitService {
  private readonly limiter: RateLimiter | null;

  constructor(@Inject(SETTINGS) { RATE_LIMIT }: ManagementSettings, database: Database) {
    const policy = { name: 'verification', requests: CHECKS_PER_MINUTE, window: 60 };
    this.limiter = RATE_LIMIT === 'on' ? new RateLimiter(database, policy) : null;
  }

  /** @throws Problem too-many-requests */
  async consume(domainId: string): Promise<void> {
    const state = await this.limiter?.consumeInDomain(domainId, 'now');
    if (!state || state.allowed) return;
    const detail = `A domain can be checked at most ${CHECKS_PER_MINUTE} times per minute, and is also checked automatically. Try again in ${state.resetsIn} seconds.`;
    throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(state.resetsIn) } });
  }
}
