import type { IncomingMessage } from 'node:http';
import { MAX_FORM_BYTES } from './request-limits.js';

/** Bytes of a form that are read and dropped, so that a client that sends all of it before reading gets the refusal. */
const MAX_DROPPED_BYTES = 262_144;
const FORM = 'application/x-www-form-urlencoded';

export function isForm(request: IncomingMessage): boolean {
  return mediaTypeOf(request) === FORM;
}

/**
 * Reads the body of a POST. Removes the parameters of its Content-Type: a form is UTF-8 (HTML section 4.10.21.8). With another encoding,
 * oidc-provider would read other parameter names than those whose limits are checked.
 *
 * @returns the bytes as Latin-1; null if there are more than MAX_FORM_BYTES: then the connection has to end, if the request is not complete
 */
export function readBody(request: IncomingMessage): Promise<string | null> {
  if (request.headers['content-type'] !== undefined) request.headers['content-type'] = mediaTypeOf(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_DROPPED_BYTES) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // By events: an iterator would first copy all that has arrived into one buffer.
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_FORM_BYTES) chunks.push(chunk);
      if (length <= MAX_DROPPED_BYTES) return;
      request.pause();
      resolve(null);
    });
    request.on('end', () => resolve(length > MAX_FORM_BYTES ? null : Buffer.concat(chunks).toString('latin1')));
    request.on('error', reject);
  });
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}
