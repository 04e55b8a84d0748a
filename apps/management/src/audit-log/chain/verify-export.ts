import { createReadStream } from 'node:fs';
import type { PublicJwk } from '@latchkey/crypto';
import { findDuplicateKeys } from '../../http/duplicate-keys.js';
import { ChainVerifier, type ChainError } from './chain-verifier.js';
import { findUnlinked, type SignedCheckpoint } from './checkpoint-links.js';
import { verifyCheckpoint } from './checkpoint.js';
import { hashStart } from './entry-hash.js';
import { verifyRemovalRecord } from './removal-record.js';
import { createResult, type VerificationResult } from './verification-result.js';

export interface ExportedAuditLog {
  /** A file with one entry per line, oldest first. */
  file: string;
  /** The sequence number before the first entry; 0 if the file contains the log from its beginning. */
  after: number;
  /** Checkpoints and removal records in compact serialization, and the keys that verify them. */
  checkpoints: readonly string[];
  removals: readonly string[];
  keys: readonly PublicJwk[];
}

/** Verifies an exported log without a database. Without checkpoints, missing entries at the end are not detected. */
export async function verifyExport({ file, after, checkpoints, removals, keys }: ExportedAuditLog): Promise<VerificationResult> {
  const verified = checkpoints.map((jws) => readSigned(jws, keys));
  const records = removals.map((jws) => verifyRemovalRecord(jws, keys));
  const domainIds = [...verified, ...records].map((each) => each?.domainId ?? null);
  const anchors = verified.filter((each) => each !== null).filter(({ sequence }) => sequence > after);
  const runs = records.filter((each) => each !== null).filter(({ firstSequence }) => firstSequence > after);
  const verifier = new ChainVerifier({ sequence: after, hash: findStart(after, domainIds) }, { anchors, removals: runs });
  const removalError = findWrong(records, domainIds, (record) => ({ sequence: record?.firstSequence ?? 0, problem: 'removal-invalid' }));
  const error =
    removalError ??
    (await verifyLines(file, verifier)) ??
    findWrong(verified, domainIds, (checkpoint) => ({ sequence: checkpoint?.sequence ?? 0, problem: 'checkpoint-invalid' })) ??
    findUnlinked(toList(verified), false);
  return createResult({ entries: verifier.entries, checkpoints: anchors.length, removals: runs.length }, error);
}

function findStart(after: number, domainIds: readonly (string | null)[]): string | null {
  const domainId = domainIds.find((each) => each !== null);
  return after === 0 && domainId !== undefined ? hashStart(domainId) : null;
}

function readSigned(jws: string, keys: readonly PublicJwk[]): SignedCheckpoint | null {
  const checkpoint = verifyCheckpoint(jws, keys);
  return checkpoint && { ...checkpoint, jws };
}

/** Oldest first, without duplicates, because files of several days may overlap. */
function toList(checkpoints: readonly (SignedCheckpoint | null)[]): SignedCheckpoint[] {
  const unique = new Map(checkpoints.filter((each) => each !== null).map((each) => [each.jws, each]));
  return [...unique.values()].toSorted((one, other) => one.sequence - other.sequence);
}

/** Every statement must be signed and belong to the same domain. */
function findWrong<T extends { domainId: string }>(
  statements: readonly (T | null)[],
  [domainId]: readonly (string | null)[],
  toError: (statement: T | null) => ChainError,
): ChainError | null {
  const wrong = statements.findIndex((each) => each === null || each.domainId !== domainId);
  return wrong === -1 ? null : toError(statements[wrong]!);
}

async function verifyLines(file: string, verifier: ChainVerifier): Promise<ChainError | null> {
  for await (const line of readLines(file)) {
    if (line.trim() === '') continue;
    const error = verifier.accept(parse(line));
    if (error) return error;
  }
  return verifier.finish();
}

/** Only a line feed ends a line. `node:readline` would also split at U+2028, which JSON allows in the name of an API key. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  let isStart = true;
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + (isStart ? removeByteOrderMark(chunk) : chunk)).split('\n');
    isStart = false;
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}

/** @returns null if the line is not JSON or repeats a member, on whose value parsers would disagree */
function parse(line: string): unknown {
  try {
    const value = JSON.parse(line) as unknown;
    return findDuplicateKeys(line).length === 0 ? value : null;
  } catch {
    return null;
  }
}

/** Removes the byte order mark that some editors put at the start of a file. RFC 8259 section 8.1 lets JSON parsers ignore it. */
export function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
