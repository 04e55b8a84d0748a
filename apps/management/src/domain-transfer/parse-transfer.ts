import { EDITABLE_CLAIMS, isUuid, type EditableClaim } from '@latchkey/oauth';
import { SIGN_UPS, type TransferTable } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { decodeUtf8, parseJson } from '../http/json-text.js';
import { isObject } from '../http/merge-patch.js';
import { parseRfc3339 } from '../http/rfc3339.js';
import { SCHEMA, type TransferEnd, type TransferHeader } from './transfer-file.js';

/** A row of a file, whose columns have not been looked at. */
export interface ParsedRow {
  row: Readonly<Record<string, unknown>>;
  /** Encrypted values. */
  secrets: Readonly<Record<string, string | null>>;
}

type Json = Record<string, unknown>;

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Longer lifetimes of tokens are none that the service has. */
const MAX_SECONDS = 2_147_483_647;

/** Parses a line. @throws Problem malformed-json, invalid-request */
export function parseObject(content: Buffer): { text: string; value: Json } {
  const text = decodeUtf8(content);
  const value = parseJson(text);
  if (!isObject(value)) throw new Problem('invalid-request', 'The line is not a JSON object.');
  return { text, value };
}

/** Reads the first line. @throws Problem invalid-request */
export function readHeader(value: Json): TransferHeader {
  if (value['type'] !== 'Domain') throw createHeaderProblem('/type', 'must be Domain: the file does not begin with its first line');
  if (value['schema'] !== SCHEMA) {
    throw createHeaderProblem('/schema', `must be ${SCHEMA}: import the file with a release that has this version, or export it again`);
  }
  const errors = [...findHeaderFaults(value)];
  if (errors.length > 0) throw new Problem('invalid-request', 'The first line of the file is not valid. Nothing was imported.', { errors });
  return value as unknown as TransferHeader;
}

function* findHeaderFaults({ domain, id, source, exportedAt, key, settings, log, receiptKeys, cookieKeys }: Json) {
  const texts = { domain, id, source, exportedAt, key, cookieKeys };
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string') yield { pointer: `/${name}`, detail: 'must be a string' };
  }
  if (typeof id === 'string' && !isUuid(id)) yield { pointer: '/id', detail: 'must be a UUID' };
  if (!isSettings(settings)) yield { pointer: '/settings', detail: 'must have the settings of an exported domain' };
  if (!isLog(log)) yield { pointer: '/log', detail: 'must have the end of an exported log' };
  const isList = Array.isArray(receiptKeys) && receiptKeys.every(isReceiptKey);
  if (!isList) yield { pointer: '/receiptKeys', detail: 'must have the keys that signed the log' };
}

function isSettings(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { createdAt, longestExpiry, idTokenAlgorithms, accessTokenAlgorithms, secondFactor, accountDeletion, signUp, editableAttributes } =
    value;
  const areAlgorithms = [idTokenAlgorithms, accessTokenAlgorithms].every(
    (list) => Array.isArray(list) && list.length > 0 && list.every((each) => ALGORITHMS.includes(each as string)),
  );
  const isTime = typeof createdAt === 'string' && parseRfc3339(createdAt) !== null;
  return (
    areAlgorithms &&
    isTime &&
    isCount(longestExpiry) &&
    longestExpiry <= MAX_SECONDS &&
    ['AsClientsAsk', 'Always'].includes(secondFactor as string) &&
    typeof accountDeletion === 'boolean' &&
    (SIGN_UPS as readonly unknown[]).includes(signUp) &&
    (editableAttributes === null ||
      (Array.isArray(editableAttributes) && editableAttributes.every((name) => EDITABLE_CLAIMS.includes(name as EditableClaim))))
  );
}

function isLog(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { sequence, hash, checkpointSequence, checkpointHash } = value;
  const areHashes = [hash, checkpointHash].every((each) => each === null || (typeof each === 'string' && /^[0-9a-f]{64}$/.test(each)));
  return isCount(sequence) && isCount(checkpointSequence) && areHashes && (sequence === 0) === (hash === null);
}

function isReceiptKey(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['key']) || !isCount(value['sequence'])) return false;
  const { kty, crv, x, y, kid } = value['key'];
  return kty === 'EC' && crv === 'P-256' && [x, y, kid].every((each) => typeof each === 'string');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Reads the last line. @returns null if it is none */
export function readEnd({ type, rows, digest }: Json): TransferEnd | null {
  return type === 'End' && isCount(rows) && typeof digest === 'string' ? { type, rows, digest } : null;
}

/** Reads a line of a table. @returns what is wrong with it if anything is */
export function readRow(table: TransferTable, value: Json): ParsedRow | string {
  const { type: _type, row, secrets = {}, ...rest } = value;
  if (!isObject(row) || !isObject(secrets) || Object.keys(rest).length > 0)
    return 'must have the members type, row and, for encrypted columns, secrets';
  const fault = findNameFault(row, table.columns) ?? findNameFault(secrets, table.encrypted);
  if (fault) return fault;
  const isEncrypted = Object.values(secrets).every((each) => each === null || typeof each === 'string');
  return isEncrypted ? { row, secrets: secrets as Record<string, string | null> } : 'must have encrypted secrets, or null';
}

function findNameFault(value: Json, names: readonly string[]): string | null {
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `lacks ${missing}`;
  // control: an imported row has exactly the columns that the schema names
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  return unknown === undefined ? null : `has ${JSON.stringify(unknown.slice(0, 60))}, which is not a column of it`;
}

function createHeaderProblem(pointer: string, detail: string): Problem {
  return new Problem('invalid-request', 'This is no file that can be imported. Nothing was imported.', { errors: [{ pointer, detail }] });
}
