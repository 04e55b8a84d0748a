import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderGateway } from './authorization/provider.gateway.js';
import { MtlsHostService } from './domain/mtls-host.service.js';
import { RequestHostService } from './domain/request-host.service.js';
import type { DocumentHandler } from './fast-path/document.handler.js';
import { FastPathRouter } from './fast-path/fast-path.router.js';
import { IssuedTokenRouter } from './fast-path/issued-token.router.js';
import type { TokenHandler } from './fast-path/token.handler.js';
import { HttpListener } from './http.listener.js';
import type { UnknownHostHandler } from './pages/http/unknown-host.handler.js';
import { RequestRouter } from './request.router.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '10' };

/** A listener in production, whose handlers say who got the request of a host. */
function createListener(asked: string[]): HttpListener {
  const handlerOf = <Handler>(name: string) =>
    ({
      handle: (_request: unknown, _response: unknown, host: string) => {
        asked.push(`${name} ${host}`);
        return Promise.resolve(null);
      },
    }) as Handler;
  const settings = { production: true, TRUST_FORWARDED_HOST: 'off', TRUST_PROXY: 0 } as const;
  const hosts = new RequestHostService(settings, new MtlsHostService({}));
  const unused = {} as never;
  const issuedTokens = new IssuedTokenRouter(unused, unused, unused, unused);
  const fastPaths = new FastPathRouter(handlerOf<TokenHandler>('token'), issuedTokens, handlerOf<DocumentHandler>('documents'));
  const provider = handlerOf<ProviderGateway>('provider');
  return new HttpListener(
    fastPaths,
    provider,
    hosts,
    new RequestRouter(provider, unused, hosts, handlerOf<UnknownHostHandler>('unknown'), unused),
  );
}

function send(listener: HttpListener, { method, url, host }: { method: string; url: string; host: string }): void {
  const headers = { host, ...(method === 'POST' && FORM) };
  const request = { method, url, headers, rawHeaders: ['Host', host], httpVersion: '1.1', socket: {} } as unknown as IncomingMessage;
  const response = { req: request, setHeader: () => response } as unknown as ServerResponse;
  if (!listener.preRouter(request, response)) listener.answer(request, response);
}

describe('a refused host', () => {
  it('is unknown, for tokens and for everything else', () => {
    const asked: string[] = [];
    const listener = createListener(asked);

    send(listener, { method: 'POST', url: '/connect/token', host: 'localhost' });
    send(listener, { method: 'GET', url: '/.well-known/jwks.json', host: 'LocalHost:3001' });
    send(listener, { method: 'GET', url: '/.well-known/jwks.json', host: 'auth.example.com' });

    expect(asked).toEqual(['unknown localhost', 'unknown localhost', 'documents auth.example.com']);
  });
});
