import { h, type Element } from './hyperscript.js';
import { icon, tile, type IconName } from './icon.js';

interface MethodRow {
  id: string;
  icon: IconName;
  /** A line that describes the method. */
  line: string;
  /** The form, whose button has the class `title`. The stylesheet stretches it over the row. */
  form: Element;
}

/** Ways to continue as a list: each has an icon, a title that is its button, and a line. */
export function methodRows(rows: readonly MethodRow[]): Element {
  return h('ul', { class: 'rows' }, rows.map(methodRow));
}

/** The id of the line that describes a method. */
export function lineId(id: string): string {
  return `${id}-line`;
}

function methodRow({ id, icon: symbol, line, form }: MethodRow): Element {
  return h(
    'li',
    { class: 'row' },
    tile(symbol),
    h('div', { class: 'row-text' }, form, h('p', { id: lineId(id), class: 'hint' }, line)),
    icon('next'),
  );
}
