import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuthSettings } from '@latchkey/config';
import { createLogger, Metrics, observeRequests } from '@latchkey/observability';
import type { ServedDomainRepository } from '@latchkey/persistence';
import { createHttpServer } from '@latchkey/server';
import { send, type Answer, type Call } from '../../../../../test/support/http.js';
import { STYLES } from '../assets.js';
import { getRequestHost } from '../../domain/host.js';
import { UnknownHostHandler } from './unknown-host.handler.js';

const NAMES = ['localhost', 'acme.sandbox.localhost'];
const HOST = 'loign.example.com';

let server: Server;
let production: boolean;

beforeAll(async () => {
  const observe = observeRequests(createLogger({ service: 'auth', level: 'silent', format: 'json' }), new Metrics());
  const domains = { listNewestNames: async () => NAMES } as unknown as ServedDomainRepository;
  server = createHttpServer((request, response) => {
    observe(request, response);
    const settings = { production, AUTH_URL: 'http://{domain}:3001' } as AuthSettings;
    const handler = new UnknownHostHandler(settings, domains);
    void handler.handle(
      request,
      response,
      getRequestHost(request, () => false),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close().closeAllConnections());

function ask(environment: 'production' | 'development', { headers, ...call }: Call = {}, path = '/connect/token'): Promise<Answer> {
  production = environment === 'production';
  const { port } = server.address() as AddressInfo;
  return send(`http://127.0.0.1:${port}${path}`, { ...call, headers: { Host: HOST, ...headers } });
}

const detailOf = ({ json }: Answer) => (json as { detail: string }).detail;
const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

describe('unknown hosts', () => {
  it('names the unknown host in a 404 problem, and no other domain', async () => {
    const answer = await ask('production');

    expect([answer.status, answer.headers['content-type'], answer.json]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      expect.objectContaining({ type: '/problems/not-found', status: 404, detail: `No active domain has the host ${HOST}.` }),
    ]);
  });

  it('lists some existing domains in development', async () => {
    expect(detailOf(await ask('development'))).toBe(
      `No active domain has the host ${HOST}. Active domains here: localhost, acme.sandbox.localhost.`,
    );
  });

  it('repeats the host only if it is a valid name', async () => {
    expect(detailOf(await ask('production', { headers: { Host: '<script>alert(1)</script>' } }))).toBe(
      'The request does not name a valid host.',
    );
  });

  it('shows a browser a page in its language', async () => {
    const { status, headers, text } = await ask('production', { headers: { ...BROWSER, 'Accept-Language': 'de' } });

    expect([status, headers['content-type'], headers['content-language'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'de',
      'no-store',
    ]);
    expect(text.replaceAll('<wbr/>', '')).toContain(`Keine aktive Domain hat den Host ${HOST}.`);
    expect(text).not.toContain(NAMES[1]);
  });

  it('shows a page with links in development', async () => {
    const { text } = await ask('development', { headers: BROWSER });

    expect(text).toContain('<a href="http://acme.sandbox.localhost:3001">acme.sandbox.localhost</a>');
  });

  it('serves the stylesheet of its page', async () => {
    const { status, headers } = await ask('production', {}, STYLES.path);

    expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect((await ask('production', { method: 'POST' }, STYLES.path)).status).toBe(404);
  });
});
