import { Injectable } from '@nestjs/common';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Database } from '../connection/database.js';
import type { QuotaPeriod } from './client-token-budget.entity.js';

/** Whose tokens are counted: those of a client, or those of all clients of a subscription. */
export type BudgetOwner = { domainId: string; clientId: string } | { subscriptionId: string };

/** The tokens that its owner may get in each window of a period. */
export interface TokenBudget {
  owner: BudgetOwner;
  period: QuotaPeriod;
  limit: number;
}

/** A part of a budget that only one replica uses. */
export interface TokenLease {
  /** Tokens; 0 if the budget of the window is used up. */
  granted: number;
  /** Milliseconds since the epoch. */
  windowStart: number;
  /** Milliseconds until the window ends and the lease with it, by the clock of the database; negative if it has ended. */
  remainingMs: number;
  /** How often a replica has found the budget used up in this window, this time included. */
  refusals: number;
}

/** The clock may have been set back, or the statement may have waited for a lock while another one opened the next window. */
const SAME_WINDOW = 'budget.window_start >= EXCLUDED.window_start';
const LEASED = `CASE WHEN ${SAME_WINDOW} THEN budget.leased ELSE 0 END`;
// control: a client gets no more tokens than its quota
const GRANTED = `greatest(0, least($2::integer, $3::integer - ${LEASED}))`;

/**
 * Takes a block of a budget, or its rest. The row lock puts the replicas in order, so that the leases of a window never exceed the limit. The
 * remaining time is read last: it may be too short, but never too long.
 *
 * @param owner the columns of its key
 * @param source its row, if it exists
 */
const lease = (table: string, owner: string, source: string): string => `
  INSERT INTO ${table} AS budget (${owner}, period, window_start, leased, last_lease, refusals)
  SELECT ${owner}, $1::text, date_trunc($1::text, clock_timestamp(), 'UTC'), least($2::integer, $3::integer), least($2::integer, $3::integer), 0
  FROM ${source}
  ON CONFLICT (${owner}, period) DO UPDATE SET
    window_start = greatest(budget.window_start, EXCLUDED.window_start), leased = ${LEASED} + ${GRANTED}, last_lease = ${GRANTED},
    refusals = CASE WHEN ${SAME_WINDOW} THEN budget.refusals ELSE 0 END + (${GRANTED} = 0)::integer
  RETURNING last_lease AS granted, refusals, extract(epoch FROM window_start)::float8 * 1000 AS "windowStart",
    extract(epoch FROM window_start + CASE period WHEN 'minute' THEN interval '1 minute' ELSE interval '24 hours' END
      - clock_timestamp())::float8 * 1000 AS "remainingMs"`;

const LEASE_OF_CLIENT = {
  name: 'lease-tokens',
  text: lease('client_token_budget', 'domain_id, client_id', 'client WHERE domain_id = $4 AND client_id = $5'),
};
const LEASE_OF_SUBSCRIPTION = {
  name: 'lease-tokens-of-subscription',
  text: lease(
    'subscription_token_budget',
    'subscription_id',
    '(SELECT id AS subscription_id FROM subscription WHERE id = $4) AS subscription',
  ),
};
/** The owner was deleted meanwhile. */
const OWNER_CONSTRAINTS = new Set(['client_token_budget_client', 'subscription_token_budget_subscription']);

/** Divides the token quotas of clients and subscriptions among the replicas. */
@Injectable()
export class TokenBudgetRepository {
  constructor(private readonly database: Database) {}

  /**
   * Leases at most `block` tokens of the current window. A lease whose answer is lost is lost too: its owner gets fewer tokens.
   *
   * @param block 1 or more
   * @returns null if the owner does not exist any more
   */
  async lease({ owner, period, limit }: TokenBudget, block: number): Promise<TokenLease | null> {
    const [statement, key] =
      'clientId' in owner ? [LEASE_OF_CLIENT, [owner.domainId, owner.clientId]] : [LEASE_OF_SUBSCRIPTION, [owner.subscriptionId]];
    try {
      const [taken] = await this.database.queryPrepared<TokenLease>(statement, [period, block, limit, ...key]);
      return taken ?? null;
    } catch (error) {
      if (OWNER_CONSTRAINTS.has(getViolatedConstraint(error) ?? '')) return null;
      throw error;
    }
  }
}
