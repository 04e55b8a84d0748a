import { requestEventOf } from '@latchkey/observability';
import { Problem, sendProblem, toProblem } from '@latchkey/problem';
import { pathOf } from '@latchkey/server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostOf, toOriginForm, type TrustsPeer } from './domain/host.js';
import { sendNotFound } from './domain/not-found.js';
import type { ProviderGateway } from './provider/provider.gateway.js';
import { mayBePlain } from './token/plain-request.js';
import type { TokenHandler } from './token/token-handler.js';

const TOKEN = '/connect/token';
const PROVIDER = /^\/(connect|\.well-known)\//;

export interface Doors {
  token: TokenHandler;
  provider: ProviderGateway;
  trustsPeer: TrustsPeer;
}

/** Sends each request to the room that answers it. The domain is known before anything else of a request is looked at. */
export function route({ token, provider, trustsPeer }: Doors): RequestListener {
  return (request, response) => {
    toOriginForm(request);
    const path = pathOf(request);
    const host = hostOf(request, trustsPeer);
    if (host === null || !PROVIDER.test(path)) return sendNotFound(response);
    const plain = path === TOKEN && mayBePlain(request);
    if (plain) requestEventOf(response).route = TOKEN;
    const answer = plain ? token.handle(request, response, host) : provider.handle(request, response, { host });
    answer.catch((error: unknown) => fail(response, error));
  };
}

function fail(response: ServerResponse & { req: IncomingMessage }, error: unknown): void {
  const problem: Problem = toProblem(error, []);
  sendProblem(response, problem, requestEventOf(response));
}
