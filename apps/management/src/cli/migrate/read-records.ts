import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { OperatorError } from '@latchkey/server';

/** A JSON value of an export. */
export interface ExportRecord {
  /** The names that lead to it, such as `roles.realm`; empty for a value of the file itself. */
  path: string;
  value: unknown;
}

/** Where the values of an export are, by the names that lead there, such as `roles.realm`. */
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
  parser.onValue = ({ value, key: name, stack }) => {
    const path = isArray || isLines ? '' : stack.flatMap(({ key }) => (key === undefined ? [] : [key])).join('.');
    found.push({ path: objects.includes(String(name)) ? String(name) : path, value });
  };
  return parser;
}
