import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { hasInputError } from './flash-message.js';
import { BROWSER_HEADERS } from './page-headers.js';

/** oidc-provider's page after a logout. A repeated form shows it without a redirect. */
const SIGNED_OUT_PATH = '/connect/endsession/success';

/** The redirect after a form. */
export interface FormOutcome {
  status: number;
  location: string;
  cookies: string[];
}

/**
 * Records the redirect of a response when the response ends. A browser that submits a form twice has left the first response, which can
 * outlive its connection.
 *
 * @param settle receives the redirect; null if the response is none, or reports an error
 *
 * @returns a function that settles a response that never ends because its client has disconnected
 */
export function recordOutcome(response: ServerResponse, settle: (outcome: FormOutcome | null) => Promise<void>): () => Promise<void> {
  let written: OutgoingHttpHeaders = {};
  let settled: Promise<void> | null = null;
  const settleOnce = () => (settled ??= settle(toOutcome(response, written)));
  const { writeHead, end } = response;
  response.writeHead = ((...parameters: Parameters<typeof writeHead>) => {
    written = { ...(parameters.at(-1) as object) };
    return writeHead.apply(response, parameters);
  }) as typeof writeHead;
  response.end = ((...parameters: Parameters<typeof end>) => {
    const ended = end.apply(response, parameters);
    // A failure only deprives the repetition of its response.
    void settleOnce().catch(() => undefined);
    return ended;
  }) as typeof end;
  return settleOnce;
}

export function repeatOutcome(response: ServerResponse, { status, location, cookies }: FormOutcome): void {
  response
    .writeHead(status, {
      ...BROWSER_HEADERS,
      'Cache-Control': 'no-store',
      Location: location,
      ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
    })
    .end();
}

function toOutcome(response: ServerResponse, written: OutgoingHttpHeaders): FormOutcome | null {
  const headers = Object.fromEntries(
    Object.entries({ ...response.getHeaders(), ...written }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { location, 'set-cookie': cookies = [] } = headers;
  const { statusCode: status } = response;
  if (![302, 303].includes(status) || typeof location !== 'string' || hasInputError(response)) return null;
  if (location.includes(SIGNED_OUT_PATH)) return null;
  return { status, location, cookies: [cookies].flat().map(String) };
}
