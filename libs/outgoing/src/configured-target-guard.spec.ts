import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SafeFetchClient } from './safe-fetch.client.js';

let server: Server;
let client: SafeFetchClient;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isElsewhere = request.url === '/elsewhere';
    response.writeHead(isElsewhere ? 302 : 200, { Location: '/', 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
  client = new SafeFetchClient({ production: true, configured: true });
});

afterAll(async () => {
  await client.close();
  server.close();
});

describe('ConfiguredTargetGuard', () => {
  it('permits a private target without https in production, under a name that only this machine knows', async () => {
    const response = await client.fetch(`${url}/`);

    expect(await response.json()).toEqual({});
    expect(client.findUrlViolation('http://10.0.0.53:8081')).toBeNull();
  });

  it('rejects a redirect to another target', async () => {
    await expect(client.fetch(`${url}/elsewhere`)).rejects.toMatchObject({ kind: 'redirect' });
  });

  it.each(['file:///etc/passwd', 'http://user:password@localhost/', 'localhost'])('rejects a URL like %s', async (address) => {
    await expect(client.fetch(address)).rejects.toMatchObject({ kind: 'invalid-url' });
  });
});
