import { Injectable } from '@nestjs/common';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Database } from '../connection/database.js';
import type { QuotaPeriod } from './client-token-budget.entity.js';

/** The tokens that a client may get in each window of a period. */
export interface TokenBudget {
  domainId: string;
  clientId: string;
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
const GRANTED = `greatest(0, least($4::integer, $5::integer - ${LEASED}))`;

/**
 * Takes a block of a budget, or its rest. The row lock puts the replicas in order, so that the leases of a window never exceed the limit. The
 * remaining time is read last: it may be too short, but never too long.
 */
const LEASE = {
  name: 'lease-tokens',
  text: `
    INSERT INTO client_token_budget AS budget (domain_id, client_id, period, window_start, leased, last_lease, refusals)
    SELECT domain_id, client_id, $3::text, date_trunc($3::text, clock_timestamp(), 'UTC'), least($4::integer, $5::integer),
      least($4::integer, $5::integer), 0
    FROM client WHERE domain_id = $1 AND client_id = $2
    ON CONFLICT (domain_id, client_id, period) DO UPDATE SET
      window_start = greatest(budget.window_start, EXCLUDED.window_start), leased = ${LEASED} + ${GRANTED}, last_lease = ${GRANTED},
      refusals = CASE WHEN ${SAME_WINDOW} THEN budget.refusals ELSE 0 END + (${GRANTED} = 0)::integer
    RETURNING last_lease AS granted, refusals, extract(epoch FROM window_start)::float8 * 1000 AS "windowStart",
      extract(epoch FROM window_start + CASE period WHEN 'minute' THEN interval '1 minute' ELSE interval '24 hours' END
        - clock_timestamp())::float8 * 1000 AS "remainingMs"`,
};

/** Divides the token quotas of clients among the replicas. */
@Injectable()
export class TokenBudgetRepository {
  constructor(private readonly database: Database) {}

  /**
   * Leases at most `block` tokens of the current window. A lease whose answer is lost is lost too: the client gets fewer tokens.
   *
   * @param block 1 or more
   * @returns null if the client does not exist any more
   */
  async lease({ domainId, clientId, period, limit }: TokenBudget, block: number): Promise<TokenLease | null> {
    try {
      const [lease] = await this.database.queryPrepared<TokenLease>(LEASE, [domainId, clientId, period, block, limit]);
      return lease ?? null;
    } catch (error) {
      if (getViolatedConstraint(error) === 'client_token_budget_client') return null;
      throw error;
    }
  }
}
