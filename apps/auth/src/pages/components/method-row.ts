import { h, type Element } from './hyperscript.js';
import { icon } from './icon.js';

interface MethodRow {
  id: string;
  /** At the start of the row. */
  start: Element;
  /** A line that describes the method. */
  line: string;
  /** The form, whose button has the class `title`. The stylesheet stretches it over the row. */
  form: Element;
  /** At the end of the row; by default an arrow. */
  end?: Element;
}

/** Ways to continue as a list: each has an icon, a title that is its button, and a line. */
export function methodRows(rows: readonly MethodRow[]): Element {
  return h('ul', { class: 'rows' }, rows.map(methodRow));
}

/** The id of the line that describes a method. */
export function lineId(id: string): string {
  return `${id}-line`;
}

function methodRow({ id, start, line, form, end = icon('next') }: MethodRow): Element {
  return h('li', { class: 'row' }, start, h('div', { class: 'row-text' }, form, h('p', { id: lineId(id), class: 'hint' }, line)), end);
}
