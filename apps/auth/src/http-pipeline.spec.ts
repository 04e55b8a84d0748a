import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFastPathListener, createRouter, type RequestHandlers } from './http-pipeline.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '10' };

/** Handlers that say who got the request of a host. */
function createHandlers(asked: string[]): RequestHandlers {
  const handlerOf = (name: string) => ({
    handle: (_request: unknown, _response: unknown, host: unknown) => {
      asked.push(`${name} ${typeof host === 'string' ? host : (host as { host: string }).host}`);
      return Promise.resolve();
    },
  });
  return {
    token: handlerOf('token'),
    documents: handlerOf('documents'),
    provider: handlerOf('provider'),
    unknownHosts: handlerOf('unknown'),
    tls: handlerOf('tls'),
    mtlsHosts: { findDomainName: () => null },
    pages: () => asked.push('pages'),
    trustsPeer: () => false,
    readsForwardedHost: false,
    refusedHosts: new Set(['localhost']),
  } as unknown as RequestHandlers;
}

/** Sends a request through both listeners. */
function send(handlers: RequestHandlers, { method, url, host }: { method: string; url: string; host: string }): void {
  const headers = { host, ...(method === 'POST' && FORM) };
  const request = { method, url, headers, rawHeaders: ['Host', host], httpVersion: '1.1', socket: {} } as unknown as IncomingMessage;
  const response = { req: request, setHeader: () => response } as unknown as ServerResponse & { req: IncomingMessage };
  if (!createFastPathListener(handlers)(request, response)) createRouter(handlers)(request, response);
}

describe('a refused host', () => {
  it('is unknown, for tokens and for everything else', () => {
    const asked: string[] = [];
    const handlers = createHandlers(asked);

    send(handlers, { method: 'POST', url: '/connect/token', host: 'localhost' });
    send(handlers, { method: 'GET', url: '/.well-known/jwks.json', host: 'LocalHost:3001' });
    send(handlers, { method: 'GET', url: '/.well-known/jwks.json', host: 'auth.example.com' });

    expect(asked).toEqual(['unknown localhost', 'unknown localhost', 'documents auth.example.com']);
  });
});
