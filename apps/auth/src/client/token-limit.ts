import type { QuotaPeriod, TokenBudget, TokenQuota } from '@latchkey/persistence';

/** The tokens that a client may get in each minute or day of UTC. */
export interface TokenLimit extends TokenBudget {
  /** Identifies the budget and its limit. */
  key: string;
  /** Whether the client gets tokens beyond the limit too. */
  monitorOnly: boolean;
}

const PERIODS: readonly [keyof TokenQuota, QuotaPeriod][] = [
  ['tokensPerMinute', 'minute'],
  ['tokensPerDay', 'day'],
];

/** @param quota null for no limit */
export function listTokenLimits(domainId: string, clientId: string, quota: TokenQuota | null): readonly TokenLimit[] {
  if (quota === null) return [];
  const { monitorOnly } = quota;
  return PERIODS.flatMap(([name, period]) => {
    const limit = quota[name] as number | null;
    return limit === null ? [] : [{ domainId, clientId, period, limit, monitorOnly, key: `${period} ${limit} ${domainId} ${clientId}` }];
  });
}
