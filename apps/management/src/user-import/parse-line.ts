import type { ReceivedLine } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { MAX_BODY_SIZE } from '../http/json-body.js';
import { decodeUtf8, parseJson } from '../http/json-text.js';
import { parseBody } from '../http/parse-body.js';
import { UserImportLineRequest } from './user-import.dto.js';

/** The maximum size of a line in bytes: that of the body of createUser. */
export const MAX_LINE_BYTES = MAX_BODY_SIZE;

/** A line, and everything that is wrong with it by itself. @property user null if there are violations */
export interface ParsedLine {
  number: number;
  user: UserImportLineRequest | null;
  violations: readonly Violation[];
}

/** Reads a line by the rules of the body of createUser. */
export async function parseLine({ number, content }: ReceivedLine): Promise<ParsedLine> {
  const fail = (violations: readonly Violation[]): ParsedLine => ({ number, user: null, violations });
  if (content === null) return fail([{ pointer: '', detail: `must not exceed ${MAX_LINE_BYTES / 1_024} KiB` }]);
  try {
    return { number, user: await parseBody(UserImportLineRequest, parseJson(decodeUtf8(content))), violations: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return fail(error.errors ?? [{ pointer: '', detail: 'must be a JSON object (RFC 8259) in UTF-8, all of it on one line' }]);
  }
}
