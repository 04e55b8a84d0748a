import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { provisionHello, registerLocalhost } from './localhost-domain.mjs';
import { ManagementClient } from './management-client.mjs';

interface Scripted {
  status: number;
  json?: object;
}

const DOMAIN = 'GET /v1/domain/localhost';
const REGISTER = 'POST /v1/domain';
const CLIENT = '/v1/domain/localhost/client/hello';

/** Responses by request, one after the other; the last one is repeated. */
let answers: Record<string, Scripted[]>;
let requests: string[];
let server: Server;
let management: ManagementClient;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    requests.push(name);
    const script = answers[name] ?? [{ status: 500, json: { detail: 'not expected' } }];
    const { status, json } = script.length > 1 ? script.shift()! : script[0]!;
    void text(request).then(() => response.writeHead(status).end(json && JSON.stringify(json)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  management = new ManagementClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const problem = (type: string): Scripted => ({ status: 400, json: { type: `/problems/${type}` } });

describe('domain localhost', () => {
  it('is registered if it does not exist', async () => {
    answers = { [DOMAIN]: [{ status: 404 }], [REGISTER]: [{ status: 201, json: {} }] };

    expect(await registerLocalhost(management)).toBe(true);
  });

  it('is not changed if it exists', async () => {
    answers = { [DOMAIN]: [{ status: 200, json: { status: 'active' } }] };

    expect(await registerLocalhost(management)).toBe(true);
    expect(requests).toEqual([DOMAIN]);
  });

  it('is registered again once its deletion has ended', async () => {
    answers = {
      [DOMAIN]: [{ status: 200, json: { status: 'deleting' } }, { status: 404 }],
      [REGISTER]: [problem('domain-exists'), { status: 201, json: {} }],
    };

    expect(await registerLocalhost(management)).toBe(true);
    expect(requests).toEqual([DOMAIN, DOMAIN, REGISTER, DOMAIN, REGISTER]);
  });

  it('may belong to another subscription', async () => {
    answers = { [DOMAIN]: [{ status: 404 }], [REGISTER]: [problem('domain-unavailable')] };

    expect(await registerLocalhost(management)).toBe(false);
  });

  it('fails with an unexpected response', async () => {
    answers = { [DOMAIN]: [{ status: 404 }], [REGISTER]: [{ status: 503, json: { detail: 'The database is down.' } }] };

    await expect(registerLocalhost(management)).rejects.toThrow(
      'The management API answered POST /v1/domain with 503: The database is down.',
    );
  });
});

describe('secret of the client hello', () => {
  let isUnseen: boolean;
  const shown = { isUnseen: () => isUnseen, markUnseen: () => void (isUnseen = true) };

  beforeEach(() => {
    isUnseen = false;
  });

  it('belongs to the provisioned client, and counts as unseen from before the request', async () => {
    answers = { [`GET ${CLIENT}`]: [{ status: 404 }], [`PUT ${CLIENT}`]: [{ status: 201, json: { clientSecret: 'first' } }] };

    expect(await provisionHello(management, shown)).toBe('first');
    expect(isUnseen).toBe(true);
  });

  it('is not shown again', async () => {
    answers = { [`GET ${CLIENT}`]: [{ status: 200, json: {} }] };

    expect(await provisionHello(management, shown)).toBeUndefined();
    expect(requests).toEqual([`GET ${CLIENT}`]);
  });

  it('is replaced if an earlier start ended before it showed the secret', async () => {
    isUnseen = true;
    answers = {
      [`GET ${CLIENT}`]: [{ status: 200, json: {} }],
      [`PUT ${CLIENT}`]: [{ status: 200, json: { clientSecret: null } }],
      [`POST ${CLIENT}/secret`]: [{ status: 201, json: { clientSecret: 'second' } }],
    };

    expect(await provisionHello(management, shown)).toBe('second');
  });
});
