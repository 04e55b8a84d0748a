import type { DateFormatter } from '../i18n/date-formatter.js';
import { h, type Children, type Element } from './hyperscript.js';

/** A placeholder that occurs in no text. */
const PLACE = '\ue000';

type WriteTime = (place: string) => string;

/**
 * A text with a point in time. If the user's time zone is unknown, the script shows the time in the browser's zone.
 *
 * @param say translates the text with a placeholder for the time
 */
export function textWithTime(times: DateFormatter, date: Date, say: WriteTime): Children[] {
  return place(say, time(times, date, { text: times.formatDateTime(date) }));
}

/** A text with a day. The time appears when one points at it. */
export function textWithDay(times: DateFormatter, date: Date, say: WriteTime): Children[] {
  return place(say, time(times, date, { text: times.formatDay(date), title: times.formatDateTime(date) }));
}

/** A text such as "5 minutes ago". The time appears when one points at it. */
export function textWithRelativeTime(times: DateFormatter, date: Date, say: WriteTime): Children[] {
  return place(say, time(times, date, { text: times.formatRelative(date), title: times.formatDateTime(date) }));
}

function time(times: DateFormatter, date: Date, { text, title }: { text: string; title?: string }): Element {
  const local = times.isZoneKnown ? {} : { 'data-local': times.locale };
  return h('time', { datetime: date.toISOString(), title, ...local }, text);
}

function place(say: WriteTime, element: Element): Children[] {
  const [before, after = ''] = say(PLACE).split(PLACE, 2);
  return [before!, element, after];
}

/** Joins texts by a separator. */
export function joinTexts(texts: readonly Children[]): Children[] {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [' · ', text]));
}
