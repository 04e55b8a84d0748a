import { isNestedTooDeep, MAX_JSON_DEPTH } from '@latchkey/crypto';
import { createInvalidBodyProblem, Problem } from '@latchkey/problem';
import { findDuplicateKeys } from './duplicate-keys.js';

const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws Problem malformed-json */
export function decodeUtf8(raw: Buffer): string {
  try {
    return utf8Decoder.decode(raw);
  } catch {
    throw new Problem('malformed-json', 'The body is not UTF-8.');
  }
}

/** @throws Problem malformed-json; invalid-request if the text is nested too deeply, or an object repeats a name */
export function parseJson(text: string): unknown {
  // Runs before anything else reads the body, because each level costs stack, and the search for repeated names a pointer.
  if (isNestedTooDeep(text)) throw createDepthProblem();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem('malformed-json', 'The body is not valid JSON (RFC 8259).');
  }
  // Parsers differ in whether they use the first or the last of them, so the service does not guess.
  const errors = findDuplicateKeys(text);
  if (errors.length === 0) return body;
  throw new Problem('invalid-request', 'The body has an object that repeats a name or has too many; nothing was changed.', { errors });
}

function createDepthProblem(): Problem {
  return createInvalidBodyProblem([{ pointer: '', detail: `must not be nested deeper than ${MAX_JSON_DEPTH} levels` }]);
}
