import type { IncomingMessage } from 'node:http';
import { createCharsetFault, findBodyFault, getMediaType, hasOtherCharset, type BodyFault } from '@latchkey/server';
import { MAX_FORM_BYTES } from './request-limits.js';

/** Bytes of a form that are read and dropped, so that a client that sends all of it before reading gets the refusal. */
const MAX_DROPPED_BYTES = 262_144;
const FORM = 'application/x-www-form-urlencoded';
/** In a form, as such or percent-encoded. */
const NOT_ASCII = /[\x80-\xff]|%[89A-Fa-f]/;

export function isForm(request: IncomingMessage): boolean {
  return getMediaType(request.headers) === FORM;
}

/** @returns why a body is no form that can be read; null for a form, and for no body */
export function findFormFault({ headers }: IncomingMessage, body: string): BodyFault | null {
  if (body === '' && headers['content-type'] === undefined) return null;
  const fault = findBodyFault({ headers }, [FORM]);
  return fault ?? (hasOtherCharset({ headers }) && NOT_ASCII.test(body) ? createCharsetFault(headers, [FORM]) : null);
}

/**
 * Removes the parameters of the Content-Type of a form, which is UTF-8 (HTML section 4.10.21.8): oidc-provider would decode it with another
 * charset, and read other parameter names than those whose limits are checked.
 */
export function removeTypeParameters({ headers }: IncomingMessage): void {
  if (headers['content-type'] !== undefined) headers['content-type'] = getMediaType(headers);
}

/**
 * Reads the body of a POST.
 *
 * @returns the bytes as Latin-1; null if there are more than MAX_FORM_BYTES: then the connection has to end, if the request is not complete
 */
export function readBody(request: IncomingMessage): Promise<string | null> {
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
