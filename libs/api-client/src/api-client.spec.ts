import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApiClient } from './api-client.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** @returns the URL of a server */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the client of the management API', () => {
  it('sends the API key, and encodes the parameters of the path', async () => {
    const requests: unknown[] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      requests.push({ method, path, key: headers['x-api-key'] });
      response.setHeader('Content-Type', 'application/json').end('[]');
    });

    const { data } = await createApiClient({ url, apiKey: 'k' }).GET('/v1/domain/{domain}/client', {
      params: { path: { domain: 'a/b' }, query: { search: 'x&y' } },
    });

    expect(data).toEqual([]);
    expect(requests).toEqual([{ method: 'GET', path: '/v1/domain/a%2Fb/client?search=x%26y', key: 'k' }]);
  });

  it('follows no redirect, which would receive the API key', async () => {
    let received = 0;
    const target = await serve((_request, response) => {
      received += 1;
      response.end('[]');
    });
    const url = await serve((_request, response) => response.writeHead(307, { Location: `${target}/v1/domain` }).end());

    await expect(createApiClient({ url, apiKey: 'k' }).GET('/v1/domain')).rejects.toThrow('fetch failed');
    expect(received).toBe(0);
  });
});
