import type { DateFormatter } from '../i18n/date-formatter.js';
import { h, type Children } from './hyperscript.js';

/** A placeholder that occurs in no text. */
const PLACE = '\ue000';

/**
 * A text with a point in time. If the user's time zone is unknown, the script shows the time in the browser's zone.
 *
 * @param say translates the text with a placeholder for the time
 */
export function textWithTime(times: DateFormatter, date: Date, say: (place: string) => string): Children[] {
  const [before, after = ''] = say(PLACE).split(PLACE, 2);
  const local = times.isZoneKnown ? {} : { 'data-local': times.locale };
  return [before!, h('time', { datetime: date.toISOString(), ...local }, times.formatDateTime(date)), after];
}

/** Joins texts by a separator. */
export function joinTexts(texts: readonly Children[]): Children[] {
  return texts.flatMap((text, index) => (index === 0 ? [text] : [' · ', text]));
}
