import { i18n } from '@lingui/core';
import type { LogEntry } from '../../events/log-entry.js';

/** The day of a moment in the operator's time zone, such as `2026-11-28`. */
function dayOf(time: string): string {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Puts the day before its entries, which are newest first. */
export function toRows(entries: readonly LogEntry[]): (string | LogEntry)[] {
  return entries.flatMap((entry, index) => {
    const day = dayOf(entry.time);
    const before = entries[index - 1];
    return before && dayOf(before.time) === day ? [entry] : [`${day}#${entry.sequence}`, entry];
  });
}

/** The heading of a day: "Today, 28 November". */
export function formatDay(row: string): string {
  const [day = ''] = row.split('#');
  const date = new Date(`${day}T12:00:00`);
  const days = Math.round((new Date().setHours(12, 0, 0, 0) - date.getTime()) / 86_400_000);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const text = new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) }).format(
    date,
  );
  if (days === 0) return i18n.t('Today, {date}', { date: text });
  if (days === 1) return i18n.t('Yesterday, {date}', { date: text });
  return new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'full' }).format(date);
}

export const formatClock = (time: string) =>
  new Intl.DateTimeFormat(i18n.locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(time));

/** Date, time to the millisecond and time zone. */
export function formatExact(time: string): string {
  const date = new Date(time);
  const day = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'long' }).format(date);
  const clock = new Intl.DateTimeFormat(i18n.locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(date);
  return `${day}, ${clock}`;
}

/** The operator's time zone, such as "Lisbon". */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? 'UTC';
