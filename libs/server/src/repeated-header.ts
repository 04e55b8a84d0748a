import type { IncomingMessage } from 'node:http';

/** Security-relevant headers with a single value. Node.js takes the first of some, and joins others with a comma. */
const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'dpop',
  'host',
  'idempotency-key',
  'if-modified-since',
  'if-unmodified-since',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
  'origin',
  'proxy-authorization',
  'sec-fetch-site',
]);
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE_HEADERS].map(({ length }) => length));

/** @returns the lower-case name of a single-value header that a request repeats (RFC 9110 section 5.3); null if there is none */
export function findRepeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  let found = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!LENGTHS.has(rawHeaders[at]!.length)) continue;
    const name = rawHeaders[at]!.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (found.includes(`|${name}|`)) return name;
    found += `|${name}|`;
  }
  return null;
}
