import type { Environment } from './environment.js';

/** A variable that no process reads, and the setting with a similar name. */
export interface MisspeltSetting {
  variable: string;
  setting: string;
}

/** Shorter names resemble too many others: MAIL, PORT and the like belong to other programs. */
const MIN_LENGTH = 6;
/** Names of this length may differ by two edits, shorter ones by one. */
const MIN_LENGTH_OF_TWO_EDITS = 10;

/** Prefixes of other programs: npm, Kubernetes service links, cloud tools. */
const OF_OTHERS = /^(npm_|KUBERNETES_|AWS_|PG[A-Z]+$)|_(SERVICE_HOST|SERVICE_PORT|TCP|TCP_\w+)$/;
/** Transformations under which two names look the same to people. */
const OUR_PREFIX = /^LATCHKEY_/;

/**
 * Finds variables that were probably intended as settings: their names differ from a setting's by an edit or two, or by letter case and
 * underscores.
 *
 * @param settings every name that any process of the product reads
 */
export function misspeltSettings(environment: Environment, settings: ReadonlySet<string>): MisspeltSetting[] {
  const known = [...settings].map((name) => ({ name, folded: fold(name) }));
  const unknown = Object.keys(environment).filter((name) => environment[name] && !isKnown(name, settings) && !OF_OTHERS.test(name));
  return unknown.toSorted().flatMap((variable) => {
    const setting = nearest(fold(variable), known);
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

function isKnown(name: string, settings: ReadonlySet<string>): boolean {
  return settings.has(name) || settings.has(name.replace(/_FILE$/, ''));
}

function fold(name: string): string {
  return name
    .toUpperCase()
    .replace(/_FILE$/, '')
    .replace(OUR_PREFIX, '')
    .replaceAll(/[^A-Z0-9]/g, '');
}

function nearest(folded: string, known: readonly { name: string; folded: string }[]): string | undefined {
  if (folded.length < MIN_LENGTH) return undefined;
  // The edit distance is at least the difference in length, which already excludes most settings.
  const candidates = known
    .filter(({ folded: setting }) => Math.abs(folded.length - setting.length) <= editsAllowed(setting))
    .map(({ name, folded: setting }) => ({ name, distance: editDistance(folded, setting, editsAllowed(setting)) }))
    .filter(({ distance }) => distance < Infinity);
  return candidates.toSorted((one, other) => one.distance - other.distance)[0]?.name;
}

function editsAllowed({ length }: string): number {
  if (length < MIN_LENGTH) return 0;
  return length < MIN_LENGTH_OF_TWO_EDITS ? 1 : 2;
}

/**
 * The number of insertions, deletions, substitutions and swaps of adjacent characters between two strings (optimal string alignment);
 * infinite above `most`, which most pairs exceed within a few letters.
 */
function editDistance(one: string, other: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const costs = [last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1)];
      current.push(Math.min(...costs, swapped ? before[column - 2]! + 1 : Infinity));
    }
    if (Math.min(...current, ...last) > most) return Infinity;
    [before, last] = [last, current];
  }
  const distance = last[other.length]!;
  return distance > most ? Infinity : distance;
}
