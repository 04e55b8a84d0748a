import type { components } from '@latchkey/api-client';

export type DailyUsage = components['schemas']['DailyUsageResponse'];
export type Metric = 'signIns' | 'tokens' | 'activeUsers';

export const PERIODS = [7, 30, 90] as const;
export type PeriodDays = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;
/** As many parts have their own line; the others are added up. */
const MAX_PARTS = 5;

/** UTC days, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const formatDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last days until today, and as many before them. */
export function selectPeriods(days: number, now: number): { current: Period; previous: Period } {
  const day = (before: number) => formatDate(now - before * DAY_MS);
  return { current: { from: day(days - 1), to: day(0) }, previous: { from: day(2 * days - 1), to: day(days) } };
}

/** Every day of a period. */
export function listDays({ from, to }: Period): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_day, index) => formatDate(Date.parse(from) + index * DAY_MS));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const countOf = (usage: DailyUsage | undefined, metric: Metric): number => {
  if (!usage) return 0;
  return metric === 'activeUsers' ? usage.activeUsers : sum(Object.values(usage[metric]));
};

/** The counts of each day, with 0 for days without use. */
export function toValues(usage: readonly DailyUsage[], period: Period, metric: Metric): number[] {
  const byDate = new Map(usage.map((day) => [day.date, day]));
  return listDays(period).map((date) => countOf(byDate.get(date), metric));
}

/** A figure for the whole period. Active users are an average, because the same user is active on many days. */
export function toFigure(values: readonly number[], metric: Metric): number {
  const total = sum(values);
  return metric === 'activeUsers' && values.length > 0 ? Math.round(total / values.length) : total;
}

/** One method or client, with its counts of each day. */
export interface Part {
  /** null: all others together. */
  name: string | null;
  values: number[];
  total: number;
}

/** Splits a metric into its largest parts and the others. */
export function toParts(usage: readonly DailyUsage[], period: Period, metric: 'signIns' | 'tokens'): Part[] {
  const byDate = new Map(usage.map((day) => [day.date, day[metric]]));
  const days = listDays(period);
  const names = [...new Set(usage.flatMap((day) => Object.keys(day[metric])))];
  const parts = names
    .map((name) => {
      const values = days.map((date) => byDate.get(date)?.[name] ?? 0);
      return { name, values, total: sum(values) };
    })
    .toSorted((one, other) => other.total - one.total);
  const others = parts.slice(MAX_PARTS);
  if (others.length === 0) return parts;
  const values = days.map((_day, index) => sum(others.map((part) => part.values[index] ?? 0)));
  return [...parts.slice(0, MAX_PARTS), { name: null, values, total: sum(values) }];
}
