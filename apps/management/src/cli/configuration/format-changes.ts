import { styleText } from 'node:util';
import type { Writable } from 'node:stream';
import { escapeControls } from '../printable.js';

/** A difference between a domain and a configuration document; `path` is a JSON Pointer. */
export interface Change {
  path: string;
  action: 'Add' | 'Replace' | 'Remove';
  from?: unknown;
  to?: unknown;
}

const STYLES = { Add: ['+', 'green'], Replace: ['~', 'yellow'], Remove: ['-', 'red'] } as const;

/**
 * Changes for people, one or more lines each, and their number. Terminals get colours, unless NO_COLOR is set.
 *
 * @param stream where they are shown
 */
export function formatChanges(changes: readonly Change[], stream: Writable): string {
  return changes
    .map((change) => {
      const [sign, colour] = STYLES[change.action];
      const [first = '', ...rest] = formatChange(change);
      // styleText reads isTTY and NO_COLOR.
      const paint = (text: string, format: 'green' | 'red' | 'yellow') => styleText(format, text, { stream });
      const lines = rest.map((line) => `    ${paint(line, line.startsWith('-') ? 'red' : 'green')}\n`);
      return `${paint(`${sign} ${first}`, colour)}\n${lines.join('')}`;
    })
    .join('');
}

/** The numbers of changes, such as `3 changes: 1 added, 2 replaced`. */
export function countChanges(changes: readonly Change[]): string {
  const counts = Object.entries({ Add: 'added', Replace: 'replaced', Remove: 'removed' }).flatMap(([action, participle]) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${count} ${participle}`];
  });
  return `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}: ${counts.join(', ')}`;
}

/** Short values stand beside the path, others below it. */
function formatChange({ path, action, from, to }: Change): string[] {
  const [before, after] = [action === 'Add' ? [] : toLines(from), action === 'Remove' ? [] : toLines(to)];
  const name = escapeControls(path);
  if (before.length <= 1 && after.length <= 1) return [`${name}: ${[...before, ...after].join(' → ')}`];
  return [name, ...differingLines(before, after)];
}

function toLines(value: unknown): string[] {
  return (JSON.stringify(value, null, 2) ?? 'null').split('\n').map(escapeControls);
}

/** Leaves out the lines that both values have at their start and at their end. */
function differingLines(before: readonly string[], after: readonly string[]): string[] {
  const shorter = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < shorter && before[start] === after[start]) start += 1;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const differing = (lines: readonly string[]) => lines.slice(start, lines.length - end);
  return [...differing(before).map((line) => `- ${line}`), ...differing(after).map((line) => `+ ${line}`)];
}
