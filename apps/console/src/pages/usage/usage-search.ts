import type { Metric, PeriodDays } from './usage-data.js';

/** What the URL of the usage names. */
export interface UsageSearch {
  days?: PeriodDays;
  metric?: Metric;
  view?: 'chart' | 'table';
}

/** Reads the URL's search. What it does not know is left out. */
export function parseUsageSearch({ days, metric, view }: Record<string, unknown>): UsageSearch {
  return {
    ...((days === 7 || days === 30 || days === 90) && { days }),
    ...((metric === 'signIns' || metric === 'tokens' || metric === 'activeUsers') && { metric }),
    ...((view === 'chart' || view === 'table') && { view }),
  };
}
