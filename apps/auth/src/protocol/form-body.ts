import type { IncomingMessage } from 'node:http';
import { createCharsetViolation, findBodyViolation, getMediaType, hasOtherCharset, type BodyViolation } from '@latchkey/server';
import { MAX_FORM_BYTES } from './request-limits.js';

/** Bytes of a form that are read and dropped, so that a client that sends everything before it reads gets the rejection. */
const MAX_DROPPED_BYTES = 262_144;
const FORM = 'application/x-www-form-urlencoded';
/** Matches non-ASCII characters in a form, literal or percent-encoded. */
const NOT_ASCII = /[\x80-\xff]|%[89A-Fa-f]/;

export function isForm(request: IncomingMessage): boolean {
  return getMediaType(request.headers) === FORM;
}

/** @returns why a body is not a readable form; null for a form or without a body */
export function findFormViolation({ headers }: IncomingMessage, body: string): BodyViolation | null {
  if (body === '' && headers['content-type'] === undefined) return null;
  const violation = findBodyViolation({ headers }, [FORM]);
  return violation ?? (hasOtherCharset({ headers }) && NOT_ASCII.test(body) ? createCharsetViolation(headers, [FORM]) : null);
}

/**
 * Removes the parameters of a form's Content-Type, because forms are UTF-8 (HTML section 4.10.21.8). With another charset oidc-provider
 * would decode other parameter names than those whose limits were checked.
 */
export function removeTypeParameters({ headers }: IncomingMessage): void {
  if (headers['content-type'] !== undefined) headers['content-type'] = getMediaType(headers);
}

/**
 * Reads the body of a POST.
 *
 * @returns the bytes as Latin-1; null if there are more than MAX_FORM_BYTES, and then the connection must close unless the request is
 * complete
 */
export function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_DROPPED_BYTES) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    // Uses events, because an iterator would first copy all received data into one buffer.
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
