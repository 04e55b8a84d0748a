import { requestEventOf } from '@latchkey/observability';
import { Problem, sendProblem } from '@latchkey/problem';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where OpenID Connect wants GET and POST to be taken (Core section 3.1.2.1, RP-Initiated Logout section 2). */
const ADDRESSES = new Set(['/connect/authorize', '/connect/endsession']);
/** Octets: as much as an address may have. */
const LONGEST_FORM = 8_192;

/** Whether a request asks by POST for what the browser had better ask by GET: our cookies do not come with another site's POST. */
export function isBetterAsGet({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && ADDRESSES.has(url.split('?', 1)[0]!);
}

/** Sends the browser to the same address, with the form as its query. */
export async function redirectAsGet(request: IncomingMessage, response: ServerResponse<IncomingMessage>, issuer: string): Promise<void> {
  const event = requestEventOf(response);
  event.route = request.url!.split('?', 1)[0]!;
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return sendProblem(response, new Problem('unsupported-media-type', 'Send the parameters as a form.'), event);
  }
  const form = await readForm(request);
  if (form === null)
    return sendProblem(response, new Problem('content-too-large', `The form may have at most ${LONGEST_FORM} octets.`), event);
  const location = `${issuer}${event.route}?${new URLSearchParams(form).toString()}`;
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

/** @returns null if it is too long */
async function readForm(request: IncomingMessage): Promise<string | null> {
  let form = '';
  for await (const chunk of request) {
    form += (chunk as Buffer).toString('latin1');
    if (form.length > LONGEST_FORM) return null;
  }
  return form;
}
