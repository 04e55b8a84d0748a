import { escapeControls } from './printable.js';

const MAX_COLUMNS = 100;
const GAP = '  ';
const WIDE =
  /^([\u{1100}-\u{115F}\u{2E80}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}]|\p{Extended_Pictographic})$/u;
/** Columns whose cells the next command needs whole. */
const IDENTIFIERS = new Set(['id', 'domain', 'clientId', 'sub', 'kid']);
/** The width to which identifiers leave other columns. */
const MIN_COLUMNS = 6;
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d+Z$/;

/**
 * A table of at most 100 columns of a terminal: longer cells end with `…`, the widest columns first, identifiers last. Times are shown to the
 * minute, and a dash for null. Columns without any value are left out. With --json commands print whole values.
 */
export function formatTable(rows: readonly object[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => hasValue(row, name)));
  const cells = rows.map((row) => names.map((name) => formatCell((row as Record<string, unknown>)[name])));
  const widths = names.map((name, n) => Math.max(...[name, ...cells.map((row) => row[n]!)].map(widthOf)));
  shrink(widths, MAX_COLUMNS - GAP.length * (names.length - 1), names);
  return [names, ...cells]
    .map(
      (row) =>
        `${row
          .map((cell, n) => fit(cell, widths[n]!))
          .join(GAP)
          .trimEnd()}\n`,
    )
    .join('');
}

function hasValue(row: object, name: string): boolean {
  return ((row as Record<string, unknown>)[name] ?? null) !== null;
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  const text = value instanceof Date ? value.toISOString() : typeof value === 'object' && !isList ? JSON.stringify(value) : String(value);
  return escapeControls(text.replace(TIME, '$1Z'));
}

/** Narrows the widest columns, until all fit. @param widths changed in place */
function shrink(widths: number[], available: number, names: readonly string[]): void {
  for (let excess = sum(widths) - available; excess > 0; excess -= 1) {
    const others = widths.filter((width, n) => !IDENTIFIERS.has(names[n]!) && width > MIN_COLUMNS);
    const widest = Math.max(...(others.length > 0 ? others : widths));
    widths[widths.findLastIndex((width, n) => width === widest && (others.length === 0 || !IDENTIFIERS.has(names[n]!)))]! -= 1;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Pads a cell, or ends it with an ellipsis. */
function fit(cell: string, width: number): string {
  const cellWidth = widthOf(cell);
  if (cellWidth <= width) return cell + ' '.repeat(width - cellWidth);
  let [text, used] = ['', 0];
  for (const character of cell) {
    if (used + widthOf(character) > width - 1) break;
    text += character;
    used += widthOf(character);
  }
  return `${text}…${' '.repeat(width - 1 - used)}`;
}

/** The columns of a terminal that a text takes. */
function widthOf(text: string): number {
  return sum(Array.from(text, (character) => (/^\p{M}$/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1)));
}
