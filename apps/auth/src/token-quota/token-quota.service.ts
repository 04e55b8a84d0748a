import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { AuditLogRepository, TokenBudgetRepository, type TokenLease } from '@latchkey/persistence';
import { LRUCache } from 'lru-cache';
import { LeasedTokens, type LeaseWindow } from './leased-tokens.js';
import type { TokenLimit } from '../domain/token-limit.js';
import { TokenQuotaExceededError } from './token-quota-exceeded.error.js';

/** The most budgets of which this replica holds leases, of about 500 bytes each. A forgotten lease costs its client the rest of it. */
const MAX_BUDGETS = 20_000;

/** A token that was counted before it is issued. */
export interface CountedToken {
  /** If it was not issued after all. */
  release(): void;
}

interface Taken {
  tokens: LeasedTokens;
  window: LeaseWindow;
}

/** Counts access tokens against the quotas of clients and subscriptions, exactly over all replicas: the database leases each replica blocks of a quota. */
@Injectable()
export class TokenQuotaService {
  private readonly budgets = new LRUCache<string, LeasedTokens>({ max: MAX_BUDGETS });

  constructor(
    private readonly repository: TokenBudgetRepository,
    private readonly log: AuditLogRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Counts a token. @throws TokenQuotaExceededError, which names the limit that lasts longest, and every error of the database: without it no
   * token beyond the leases is issued
   */
  async take(limits: readonly TokenLimit[]): Promise<CountedToken> {
    const taken: Taken[] = [];
    const counted = { release: () => taken.forEach(({ tokens, window }) => tokens.release(window)) };
    try {
      const refusals: TokenQuotaExceededError[] = [];
      for (const limit of limits) {
        const tokens = this.find(limit);
        const window = await tokens.take();
        if (typeof window !== 'number') taken.push({ tokens, window });
        else if (!limit.monitorOnly) refusals.push(new TokenQuotaExceededError(limit, window));
      }
      if (refusals.length > 0) throw refusals.reduce((a, b) => (b.retryAfter > a.retryAfter ? b : a));
      return counted;
    } catch (error) {
      counted.release();
      throw error;
    }
  }

  private find(limit: TokenLimit): LeasedTokens {
    const known = this.budgets.get(limit.key);
    if (known) return known;
    const created = new LeasedTokens((block) => this.lease(limit, block));
    this.budgets.set(limit.key, created);
    return created;
  }

  private async lease(limit: TokenLimit, block: number): Promise<TokenLease | null> {
    const lease = await this.repository.lease(limit, block);
    if (lease?.granted === 0 && lease.refusals === 1) await this.record(limit);
    return lease;
  }

  /** Logs that a quota is used up, for the domain of its client. A failure does not change the answer. */
  private async record({ owner, period, limit, monitorOnly }: TokenLimit): Promise<void> {
    if ('subscriptionId' in owner) {
      this.logger.warn({ subscription: owner.subscriptionId, limit }, 'the token quota of a subscription is used up');
      return;
    }
    const { domainId, clientId } = owner;
    const data = { limit: period === 'minute' ? 'tokensPerMinute' : 'tokensPerDay', tokens: limit, monitorOnly };
    const actor = { type: 'service', id: null, name: null } as const;
    try {
      await this.log.create({ type: 'client.quota.exceeded', domainId, client: clientId, actor, requestId: null, traceId: null, data });
    } catch (error) {
      this.logger.error({ error }, 'cannot log that a token quota is used up');
    }
  }
}
