import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../connection/database.js';
import { getDomainKeyPrefix } from '../rate-limit-key.js';

/** The limit of a time window. */
export interface RateLimitPolicy {
  /** Prefixes the keys of one store, so that they differ from those of others. */
  name: string;
  requests: number;
  /** Seconds. */
  window: number;
}

export interface RateLimitState {
  allowed: boolean;
  remaining: number;
  /** Seconds until the next window. */
  resetsIn: number;
}

/** Counts requests across all replicas. */
export class RateLimiter {
  private readonly limiter: RateLimiterPostgres;

  constructor(
    database: Database,
    readonly policy: RateLimitPolicy,
  ) {
    this.limiter = new RateLimiterPostgres({
      storeClient: database.getRateLimitStore(),
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points: policy.requests,
      duration: policy.window,
      // Rejects keys over the limit without a query.
      inMemoryBlockOnConsumed: policy.requests + 1,
    });
  }

  /** Counts one request for a key. */
  consume(key: string): Promise<RateLimitState> {
    return this.count(`${this.policy.name}:${key}`);
  }

  /** Counts one request within a domain, whose deletion removes the count. */
  consumeInDomain(domainId: string, key: string): Promise<RateLimitState> {
    return this.count(`${getDomainKeyPrefix(domainId)}${this.policy.name}:${key}`);
  }

  /** Reverts the count of a request that should not count. */
  async refundInDomain(domainId: string, key: string): Promise<void> {
    await this.limiter.reward(`${getDomainKeyPrefix(domainId)}${this.policy.name}:${key}`);
  }

  private async count(key: string): Promise<RateLimitState> {
    try {
      return toRateLimitState(await this.limiter.consume(key), true);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toRateLimitState(refusal, false);
      throw refusal;
    }
  }
}

function toRateLimitState({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): RateLimitState {
  return { allowed, remaining: Math.max(0, remainingPoints), resetsIn: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}
