import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics, observeRequests } from '@latchkey/observability';
import { listExplanations, PROBLEMS, WARNINGS } from '@latchkey/problem';
import { send, type Answer, type Call } from '../../../test/support/http.js';
import { createHttpServer } from './http-server.js';
import { problemRoutes } from './problem-routes.js';

const CHROMIUM = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let server: Server;

beforeAll(async () => {
  const observe = observeRequests(createLogger({ service: 'auth', level: 'silent', format: 'json' }), new Metrics());
  server = createHttpServer((request, response) => {
    observe(request, response);
    if (!problemRoutes(request, response)) response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close().closeAllConnections());

function ask(path: string, accept?: string, call: Call = {}): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return send(`http://127.0.0.1:${port}${path}`, { ...call, headers: { Host: 'unknown.example', ...(accept && { Accept: accept }) } });
}

describe('problem types', () => {
  it('lead to an explanation for every kind of problem and every warning', () => {
    const names = [...Object.keys(PROBLEMS), ...Object.keys(WARNINGS)];

    expect(listExplanations().map(({ type }) => type)).toEqual(names.map((name) => `/problems/${name}`));
  });

  it.each([undefined, '*/*', 'application/json', 'application/problem+json', 'image/png'])('return JSON for Accept: %s', async (accept) => {
    const { status, headers, json } = await ask('/problems/username-taken?', accept);

    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
    });
    expect([status, json]).toEqual([200, listExplanations().find(({ type }) => type === '/problems/username-taken')]);
  });

  it('return a page to a browser, which loads nothing', async () => {
    const { status, headers, text } = await ask('/problems/not-found', CHROMIUM);

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'/);
    expect(text).toContain('<h1>There is nothing at this address</h1>');
    expect(text).toContain('Find the operation at <code>/docs</code>.');
    expect(text).not.toMatch(/`|<script|src=|href=/);
  });

  it('are listed at /problems for programs and browsers', async () => {
    const [list, page] = await Promise.all([ask('/problems'), ask('/problems', CHROMIUM)]);

    expect([list.status, list.json]).toEqual([200, listExplanations()]);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { type } of listExplanations()) expect(page.text).toContain(`<a href="${type}">`);
  });

  it('have no status if they are warnings', async () => {
    const [{ json }, { text }] = await Promise.all([
      ask('/problems/redirect-uris-missing'),
      ask('/problems/redirect-uris-missing', CHROMIUM),
    ]);

    expect(json).toMatchObject({ status: null, title: 'The client has no redirect URI' });
    expect(text).toContain('Warning');
  });

  it('answer HEAD without a body', async () => {
    const { status, text, headers } = await ask('/problems/not-found', undefined, { method: 'HEAD' });

    expect([status, text, Number(headers['content-length']) > 100]).toEqual([200, '', true]);
  });

  it.each([
    '/problems/none',
    '/problems/',
    '/problems/constructor',
    '/problems/not-found/',
    '/problems/Not-Found',
    '/problems/%3Cscript%3E',
  ])('return a 404 problem, or a browser page that leads to the list, if unknown: %s', async (path) => {
    const [{ status, json, headers }, page] = await Promise.all([ask(path), ask(path, CHROMIUM)]);

    expect([status, headers['cache-control'], json]).toEqual([404, 'no-store', expect.objectContaining({ type: '/problems/not-found' })]);
    expect([page.status, page.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(page.text).toContain('<a href="/problems">');
  });

  it('reject any other method', async () => {
    const { status, headers, json } = await ask('/problems/not-found', undefined, { method: 'POST' });

    expect([status, headers.allow, json]).toEqual([405, 'GET, HEAD', expect.objectContaining({ type: '/problems/method-not-allowed' })]);
  });

  it.each(['/problemset', '/account?next=/problems/not-found', '/x/problems/not-found'])(
    'leave other paths unchanged: %s',
    async (path) => {
      expect((await ask(path)).status).toBe(204);
    },
  );
});
