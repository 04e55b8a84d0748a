import type { Translator } from '@latchkey/page-texts';
import { h, type Children, type Element } from '../components/hyperscript.js';
import type { DateFormatter } from '../i18n/date-formatter.js';

/** What the sections of the account page write with. */
export interface SectionContext {
  say: Translator;
  times: DateFormatter;
  csrf: string;
}

interface SectionHead {
  id: string;
  heading: string;
  intro: string;
  /** A form at the end of the heading's line. */
  action?: Element | null;
}

export function section({ id, heading, intro, action = null }: SectionHead, ...children: Children[]): Element {
  const head = h('div', {}, h('h2', { id }, heading), h('p', { class: 'hint' }, intro));
  return h('section', { 'aria-labelledby': id }, h('div', { class: 'section-head' }, head, action), ...children);
}

interface Row {
  /** A tile or a mark. */
  start: Element;
  name: string;
  /** Beside the name. */
  badge?: string | null;
  details: Children[];
  /** More about it. */
  more?: readonly Element[];
  /** What one can do with it. */
  end: Element | null;
}

/** An item of a list of the account page. */
export function row({ start, name, badge = null, details, more = [], end }: Row): Element {
  const title = h('h3', {}, h('bdi', {}, name), badge === null ? null : [' ', h('span', { class: 'badge' }, badge)]);
  return h('li', {}, start, h('div', { class: 'about' }, title, h('p', { class: 'hint' }, details), ...more), end);
}
