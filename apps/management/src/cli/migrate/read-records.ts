import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { OperatorError } from '@latchkey/server';

/** A JSON value of an export. */
export interface ExportRecord {
  /** The names that lead to it, such as `roles.realm`; empty for a value of the file itself. */
  path: string;
  value: unknown;
}

/**
 * Reads the values of an export one after the other, so that memory does not grow with the file. A file is a JSON object, a JSON array, or
 * one JSON value per line.
 *
 * @param paths the arrays of an object whose elements are wanted
 * @throws OperatorError if the file is no JSON
 */
export async function* readRecords(file: string, paths: readonly string[]): AsyncGenerator<ExportRecord> {
  const found: ExportRecord[] = [];
  let parser: JSONParser | null = null;
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const text = chunk as string;
      parser ??= createParser(text, paths, found);
      parser.write(text);
      yield* found.splice(0);
    }
    if (!parser?.isEnded) parser?.end();
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`);
  }
  yield* found.splice(0);
}

function createParser(start: string, paths: readonly string[], found: ExportRecord[]): JSONParser {
  const isArray = start.trimStart().startsWith('[');
  const isLines = !isArray && /^\s*\{.*\}\r?\n\s*\{/.test(start);
  const wanted = isArray ? ['$.*'] : isLines ? ['$'] : paths.map((path) => `$.${path}.*`);
  const parser = new JSONParser({ paths: wanted, keepStack: false, ...(isLines && { separator: '\n' }) });
  parser.onValue = ({ value, stack }) => {
    const path = isArray || isLines ? '' : stack.flatMap(({ key }) => (key === undefined ? [] : [key])).join('.');
    found.push({ path, value });
  };
  return parser;
}
