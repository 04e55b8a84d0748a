import { requestEventOf } from '@latchkey/observability';
import { Problem, sendProblem, toProblem } from '@latchkey/problem';
import { pathOf, type Listener } from '@latchkey/server';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { databaseProblem } from './database-problem.js';
import { hostOf, toOriginForm, type TrustsPeer } from './domain/host.js';
import { sendNotFound } from './domain/not-found.js';
import type { ProviderGateway } from './provider/provider.gateway.js';
import { TLS_ASK, type TlsAsk } from './domain/tls-ask.js';
import { mayBePlain } from './token/plain-request.js';
import type { TokenHandler } from './token/token-handler.js';

const TOKEN = '/connect/token';
/** A magic link leads to a page of ours, as do the answers of identity providers, though their addresses are among oidc-provider's. */
const PROVIDER = /^\/(connect\/(?!magiclink$|federation\/)|\.well-known\/)/;

export interface Doors {
  token: TokenHandler;
  provider: ProviderGateway;
  tls: TlsAsk;
  /** Everything that a person sees: Nest's controllers. */
  pages: RequestListener;
  trustsPeer: TrustsPeer;
}

/** Takes what may be a plain token request (see plain-request.ts), before anything is made for it that it does not need. */
export function takePlain({ token, trustsPeer }: Doors): Listener {
  return (request, response) => {
    toOriginForm(request);
    if (request.url !== TOKEN || !mayBePlain(request)) return false;
    const host = hostOf(request, trustsPeer);
    if (host === null) return false;
    requestEventOf(response).route = TOKEN;
    token.handle(request, response, host).catch((error: unknown) => fail(response, error));
    return true;
  };
}

/** Sends each request to the room that answers it. The domain is known before anything else of a request is looked at. */
export function route({ provider, tls, pages, trustsPeer }: Doors): RequestListener {
  return (request, response) => {
    toOriginForm(request);
    if (pathOf(request) === TLS_ASK) return void tls.handle(request, response).catch((error: unknown) => fail(response, error));
    const host = hostOf(request, trustsPeer);
    if (host === null) sendNotFound(response);
    else if (!PROVIDER.test(pathOf(request))) pages(request, response);
    else provider.handle(request, response, { host }).catch((error: unknown) => fail(response, error));
  };
}

function fail(response: ServerResponse & { req: IncomingMessage }, error: unknown): void {
  const problem: Problem = toProblem(error, [databaseProblem]);
  sendProblem(response, problem, requestEventOf(response));
}
