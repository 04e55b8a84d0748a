import { useEffect, useState } from 'react';
import { i18n } from '@lingui/core';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
/** Dates are clearer than a number of days after this many seconds. */
const DATE_AFTER_SECONDS = 6 * 86_400;
const REFRESH_MS = 10_000;

/** @param seconds from now, negative in the past */
export function formatRelative(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(Math.trunc(seconds / size), unit);
}

/** A moment as people say it, with the exact time on hover. */
export function Time({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  const seconds = (date.getTime() - now) / 1000;
  const exact = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
  const text =
    Math.abs(seconds) > DATE_AFTER_SECONDS
      ? new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(date)
      : formatRelative(seconds, i18n.locale);
  return (
    <time dateTime={at} title={exact}>
      {text}
    </time>
  );
}
