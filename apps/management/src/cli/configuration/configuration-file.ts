import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OperatorError } from '@latchkey/server';
import { load, YAMLException } from 'js-yaml';
import { removeByteOrderMark } from '../../audit-log/chain/verify-export.js';

/** A file with a domain's configuration. */
export interface ConfigurationFile {
  /** As in messages. */
  name: string;
  source: string;
  /** The JSON of its document. */
  json: string;
}

/**
 * Reads a configuration in YAML 1.2 without aliases, of which JSON is a part.
 *
 * @param file `-` for `stdin`
 * @throws OperatorError with the line of a syntax error
 */
export async function readConfigurationFile(file: string, stdin: Readable): Promise<ConfigurationFile> {
  const name = file === '-' ? 'stdin' : file;
  const source = removeByteOrderMark(await read(file, stdin));
  try {
    return { name, source, json: toJson(load(source, { maxAliases: 0 })) };
  } catch (error) {
    if (error instanceof YAMLException) throw new OperatorError(`${name}${error.mark ? `:${error.mark.line + 1}` : ''}: ${error.reason}`);
    throw new OperatorError(`${name}: ${(error as Error).message}`);
  }
}

async function read(file: string, stdin: Readable): Promise<string> {
  try {
    return await (file === '-' ? text(stdin) : readFile(file, 'utf8'));
  } catch (error) {
    throw new OperatorError(`${file}: cannot be read: ${(error as Error).message}`);
  }
}

/** @throws Error for values that JSON would silently change to null */
function toJson(document: unknown): string {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Error('must be an object, such as version: 1');
  return JSON.stringify(document, (key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} must be a finite number`);
    return value;
  });
}
