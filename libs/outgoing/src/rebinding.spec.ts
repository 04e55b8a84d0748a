import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DnsServer } from './dns-server.fixture.js';
import { createDnsResolver } from './resolve.js';
import { SafeFetchClient } from './safe-fetch.client.js';

/** Stands for a public address, because the operator permits it; the other one is private. */
const [PERMITTED, PRIVATE] = ['127.0.0.2', '127.0.0.3'];

let listener: Server;
let dns: DnsServer;
let client: SafeFetchClient;
/** The addresses of this machine to which connections were opened. */
let connected: string[];

beforeEach(async () => {
  connected = [];
  listener = createServer((socket) => {
    connected.push(socket.localAddress!);
    socket.destroy();
  });
  await once(listener.listen(0, '0.0.0.0'), 'listening');
});

afterEach(async () => {
  await client.close();
  dns.stop();
  await new Promise((resolve) => listener.close(resolve));
});

async function fetchFrom(answers: readonly string[]): Promise<unknown> {
  dns = await DnsServer.start(answers);
  const allow = { networks: [`${PERMITTED}/32`], hosts: [] };
  client = new SafeFetchClient({ production: true, allow, resolve: createDnsResolver([dns.address]) });
  const { port } = listener.address() as AddressInfo;
  return client.fetch(`https://rebinding.example.com:${port}/`).catch((error: unknown) => (error as { kind: string }).kind);
}

describe('a name whose DNS server changes its answer after the check', () => {
  it('leads to the address that was checked, and is asked for once', async () => {
    await fetchFrom([PERMITTED, PRIVATE]);

    expect([connected, dns.queries]).toEqual([[PERMITTED], 1]);
  });

  it('leads nowhere once the answer is private', async () => {
    expect(await fetchFrom([PRIVATE, PERMITTED])).toBe('private-address');

    expect([connected, dns.queries]).toEqual([[], 1]);
  });
});
