import { EVENT_TYPES } from './catalogue.js';
import { EVENT_FAMILIES } from './event-filter.js';

const MAX_DISTANCE = 2;
const MAX_LENGTH = 64;
const FILTERS: readonly string[] = [...EVENT_TYPES, ...EVENT_FAMILIES];

/**
 * The type or family that is closest to a mistyped name, within two edits. @returns null without one, and for a name of more than 64
 * characters
 */
export function findNearestEventFilter(value: string): string | null {
  if (value.length > MAX_LENGTH) return null;
  const candidates = FILTERS.map((filter) => ({ filter, distance: countEdits(value, filter) }));
  const [nearest] = candidates.toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= MAX_DISTANCE ? nearest.filter : null;
}

/** The Levenshtein distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
