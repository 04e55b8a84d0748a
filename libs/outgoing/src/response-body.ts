import { isNestedTooDeep } from '@latchkey/crypto';
import type { Response as Answer } from 'undici';
import { SafeFetchError } from './safe-fetch.error.js';

/** Maximum size of a decompressed body. */
export const MAX_BYTES = 262_144;

/** JSON and types based on it, including JWTs: RFC 6839 section 3.1, RFC 8725 section 3.11. */
const EXPECTED = /^application\/([a-z0-9.-]+\+)?(json|jwt)[ \t]*(;|$)/i;

/** Reads a body up to the limit, which counts decompressed bytes. @throws SafeFetchError */
export async function readBody(answer: Answer, maxBytes = MAX_BYTES): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(answer.headers.get('content-length')) > maxBytes) {
    await answer.body?.cancel().catch(() => undefined);
    throw new SafeFetchError('too-large');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    // control: the body of an outgoing request has a limit
    if (size > maxBytes) throw new SafeFetchError('too-large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Reads the beginning of an error response as text: what arrives before the limit and the timeout. It never throws. */
export async function readBeginning(answer: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
  } catch {
    // The status is known, and the rest explains only that.
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_BYTES);
}

/** Parsers only receive the expected content type, and JSON of limited depth. Error responses may have any type. @throws SafeFetchError */
export function checkContent({ ok, headers }: Pick<Answer, 'ok' | 'headers'>, body: Uint8Array): void {
  if (ok && body.length > 0 && !EXPECTED.test(headers.get('content-type') ?? '')) throw new SafeFetchError('unexpected-content');
  if (isNestedTooDeep(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')))
    throw new SafeFetchError('unexpected-content');
}
