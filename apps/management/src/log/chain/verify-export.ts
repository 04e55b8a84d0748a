import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PublicJwk } from '@latchkey/crypto';
import { ChainVerifier, type ChainFault } from './chain-verifier.js';
import { verifyCheckpoint, type Checkpoint } from './checkpoint.js';
import { hashStart } from './entry-hash.js';
import { createResult, type VerificationResult } from './verification-result.js';

export interface ExportedLog {
  /** A file with one entry a line, oldest first. */
  file: string;
  /** The sequence number before the first entry: 0 if the file has the log from its beginning. */
  after: number;
  /** Checkpoints in their compact serialization, and the keys that verify them. */
  checkpoints: readonly string[];
  keys: readonly PublicJwk[];
}

/** Verifies an exported log, without a database. Without checkpoints, missing entries at the end cannot be noticed. */
export async function verifyExport({ file, after, checkpoints, keys }: ExportedLog): Promise<VerificationResult> {
  const verified = checkpoints.map((jws) => verifyCheckpoint(jws, keys));
  const anchors = verified.filter((each) => each !== null).filter(({ sequence }) => sequence > after);
  const verifier = new ChainVerifier({ sequence: after, hash: findStart(after, anchors) }, anchors);
  const fault = (await verifyLines(file, verifier)) ?? findCheckpointFault(verified);
  return createResult({ entries: verifier.entries, checkpoints: anchors.length }, fault);
}

function findStart(after: number, [checkpoint]: readonly Checkpoint[]): string | null {
  return after === 0 && checkpoint ? hashStart(checkpoint.domainId) : null;
}

/** All must be signed, and of one domain. */
function findCheckpointFault(verified: readonly (Checkpoint | null)[]): ChainFault | null {
  const wrong = verified.findIndex((each) => each === null || each.domainId !== verified[0]!.domainId);
  return wrong === -1 ? null : { sequence: verified[wrong]?.sequence ?? 0, problem: 'checkpoint-invalid' };
}

async function verifyLines(file: string, verifier: ChainVerifier): Promise<ChainFault | null> {
  const input = createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line === '') continue;
    const fault = verifier.accept(parse(line));
    if (fault) return fault;
  }
  return verifier.finish();
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
