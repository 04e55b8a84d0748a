import type { IncomingMessage } from 'node:http';

/** Octets that a body may have. */
export const LONGEST_BODY = 262_144;

export const TOO_LONG = `The body may have at most ${LONGEST_BODY} octets.`;

export function isForm({ headers }: IncomingMessage): boolean {
  return /^application\/x-www-form-urlencoded *(;|$)/i.test(headers['content-type'] ?? '');
}

/** @returns the octets of a body as Latin-1; null if there are too many */
export async function readForm(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // Who sends too much is still to be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('latin1');
}
