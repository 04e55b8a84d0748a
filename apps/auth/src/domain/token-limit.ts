import type { QuotaPeriod, TokenBudget, TokenQuota } from '@latchkey/persistence';

/** The tokens that a client, or all clients of a subscription together, may get in each minute or day of UTC. */
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
    return limit === null
      ? []
      : [{ owner: { domainId, clientId }, period, limit, monitorOnly, key: `${period} ${limit} ${domainId} ${clientId}` }];
  });
}

/** @param tokensPerDay null for no limit */
export function listSubscriptionLimits(subscriptionId: string, tokensPerDay: number | null): readonly TokenLimit[] {
  if (tokensPerDay === null) return [];
  return [
    { owner: { subscriptionId }, period: 'day', limit: tokensPerDay, monitorOnly: false, key: `day ${tokensPerDay} ${subscriptionId}` },
  ];
}
