import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { OperatorError } from '@latchkey/server';
import { watchMembers } from './watch-members.js';

/** A JSON value of an export. */
export interface ExportRecord {
  /** The place where it stands. Null: none; it is a record of a file that is a list, or a member of the file, whose value is not read. */
  kind: string | null;
  /** The names that lead to it; empty for a record of a file that is a list. */
  path: readonly string[];
  value?: unknown;
}

/** Where the values of an export are, by the names that lead there, such as `roles.realm`; `*` is any name. */
export interface ExportPlaces {
  /** Arrays whose elements are wanted. */
  arrays: readonly string[];
  objects?: readonly string[];
}

/**
 * Reads the values of an export one after the other, so that memory does not grow with the file. A file is a JSON object, a JSON array, or
 * one JSON value per line.
 *
 * @param places the names that lead to arrays of an object whose elements are wanted, and to objects that are
 * @throws OperatorError if the file is no JSON
 */
export async function* readRecords(file: string, places: ExportPlaces): AsyncGenerator<ExportRecord> {
  const found: ExportRecord[] = [];
  let parser: JSONParser | null = null;
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const text = chunk as string;
      parser ??= createParser(text, places, found);
      parser.write(text);
      yield* found.splice(0);
    }
    if (!parser?.isEnded) parser?.end();
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`);
  }
  yield* found.splice(0);
}

function createParser(start: string, { arrays, objects = [] }: ExportPlaces, found: ExportRecord[]): JSONParser {
  const isArray = start.trimStart().startsWith('[');
  const isLines = !isArray && /^\s*\{.*\}\r?\n\s*\{/.test(start);
  const wanted = isArray ? ['$.*'] : isLines ? ['$'] : [...arrays.map((path) => `$.${path}.*`), ...objects.map((path) => `$.${path}`)];
  const parser = new JSONParser({ paths: wanted, keepStack: false, ...(isLines && { separator: '\n' }) });
  const places = [...arrays, ...objects].map((kind) => ({ kind, names: kind.split('.'), isArray: arrays.includes(kind) }));
  parser.onValue = ({ value, key, stack }) => {
    if (isArray || isLines) return void found.push({ kind: null, path: [], value });
    const above = stack.flatMap(({ key: name }) => (name === undefined ? [] : [String(name)]));
    const path = [...above, String(key)];
    const place = places.find(({ names, isArray: hasElements }) => matches(hasElements ? above : path, names));
    found.push({ kind: place?.kind ?? null, path, value });
  };
  if (!isArray && !isLines) {
    const known = new Set(places.map(({ names }) => names[0]!));
    parser.onToken = watchMembers((name) => {
      if (!known.has(name)) found.push({ kind: null, path: [name] });
    });
  }
  return parser;
}

function matches(path: readonly string[], names: readonly string[]): boolean {
  return path.length === names.length && names.every((name, index) => name === '*' || name === path[index]);
}
