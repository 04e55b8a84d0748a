import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';

/** Why the body of a request cannot be read. The response is 415 (RFC 9110 section 15.5.16). */
export interface BodyViolation {
  /** Says what is wrong and what to send, in characters that `error_description` allows. */
  detail: string;
  /** What the endpoint accepts: RFC 9110 sections 12.5.1 and 12.5.3. */
  headers: Readonly<Record<string, string>>;
}

/** Encodings that equal UTF-8 for an ASCII body. Older HTTP clients name them for every form. */
const ASCII_SUPERSETS = /^(us-ascii|iso-8859-1|latin-?1|windows-1252)$/i;
const UTF_8 = /^utf-?8$/i;
const MAX_SHOWN_LENGTH = 100;

/** Whether a request has a body, judged by its head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * @param types the media types that the endpoint accepts
 * @returns null if the headers declare one of them in UTF-8 or ASCII, without compression
 */
export function findBodyViolation({ headers }: { headers: IncomingHttpHeaders }, types: readonly string[]): BodyViolation | null {
  return findEncodingViolation(headers) ?? findTypeViolation(headers, types) ?? findCharsetViolation(headers, types);
}

/** Whether the body declares an encoding that differs from UTF-8 beyond ASCII. */
export function hasOtherCharset({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return !UTF_8.test(getCharset(headers) ?? 'utf-8');
}

/** The rejection of a body for its encoding. */
export function createCharsetViolation(headers: IncomingHttpHeaders, types: readonly string[]): BodyViolation {
  return { detail: `charset must be UTF-8. Received: ${show(getCharset(headers))}`, headers: { Accept: types.join(', ') } };
}

function findEncodingViolation(headers: IncomingHttpHeaders): BodyViolation | null {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (encoding === '' || encoding.toLowerCase() === 'identity') return null;
  const detail = `Content-Encoding must be absent: send the body without compression. Received: ${show(encoding)}`;
  return { detail, headers: { 'Accept-Encoding': 'identity' } };
}

function findTypeViolation(headers: IncomingHttpHeaders, types: readonly string[]): BodyViolation | null {
  const type = getMediaType(headers);
  if (types.includes(type)) return null;
  const received = type === '' ? 'Content-Type is missing.' : `Received: ${show(type)}`;
  return { detail: `Content-Type must be ${types.join(' or ')}. ${received}`, headers: { Accept: types.join(', ') } };
}

function findCharsetViolation(headers: IncomingHttpHeaders, types: readonly string[]): BodyViolation | null {
  const charset = getCharset(headers) ?? 'utf-8';
  return UTF_8.test(charset) || ASCII_SUPERSETS.test(charset) ? null : createCharsetViolation(headers, types);
}

/** The media type without parameters, in lower case; empty if there is none. */
export function getMediaType({ 'content-type': type = '' }: IncomingHttpHeaders): string {
  return type.split(';', 1)[0]!.trim().toLowerCase();
}

/** Parameters can be quoted and escaped, and their values can contain the text of another parameter: RFC 9110 section 5.6.6. */
function getCharset({ 'content-type': type = '' }: IncomingHttpHeaders): string | undefined {
  if (!type.includes(';')) return undefined;
  try {
    return new MIMEType(type).params.get('charset') ?? undefined;
  } catch {
    return undefined;
  }
}

/** RFC 6749 section 5.2: printable ASCII without `"` and `\`. */
function show(text = ''): string {
  return text.slice(0, MAX_SHOWN_LENGTH).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
