import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { guardedConnector } from './guarded-connector.js';
import { SafeFetchClient } from './safe-fetch.client.js';
import { findSafeFetchError, SafeFetchError } from './safe-fetch.error.js';
import { testGuard } from './self-test.js';
import type { Target } from './target-guard.js';

/** Listens on every address of this machine, and counts the requests that reach it. */
let listener: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  listener = createServer((socket) => {
    hits += 1;
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  listener.listen(0, '::');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
});

afterAll(() => new Promise((resolve) => listener.close(resolve)));

async function kindOf(client: SafeFetchClient, url: string): Promise<string> {
  return client.fetch(url).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => findSafeFetchError(error)?.kind ?? String(error),
  );
}

const noNames = (): Promise<string[]> => Promise.reject(new SafeFetchError('unresolvable'));
const THIS_MACHINE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ scopeid }) => !scopeid)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
/** Every spelling that a URL parser understands. */
const NUMBERS = [
  ...new Set(THIS_MACHINE),
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '127.0.0.1.',
  '①②⑦.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '10.0.0.1',
  '100.64.0.1',
];

describe('server-side request forgery in production', () => {
  const production = new SafeFetchClient({ production: true, resolve: noNames });

  afterAll(() => production.close());

  it.each(NUMBERS)('rejects requests to this machine or a private network by the address %s', async (host) => {
    const before = hits;

    expect(await kindOf(production, `https://${host}:${port}/`)).toBe('private-address');
    expect(hits - before).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', 'idp.sandbox.localhost'])('rejects the name %s', async (host) => {
    expect(await kindOf(production, `https://${host}:${port}/`)).toBe('private-address');
    expect(hits).toBe(0);
  });

  it.each(['http', 'ftp', 'data', 'javascript', 'gopher'])('rejects %s', async (scheme) => {
    expect(await kindOf(production, `${scheme}://127.0.0.1:${port}/`)).toBe('not-https');
    expect(hits).toBe(0);
  });

  it.each([
    '',
    'https://',
    '/relative',
    'https://[::1',
    'file://127.0.0.1:80/',
    'https://user:password@idp.example.com/',
    'https://user@idp.example.com',
    'https://:password@idp.example.com/',
  ])('rejects %s', async (url) => {
    expect(await kindOf(production, url)).toBe('invalid-url');
  });

  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['a private network', ['10.1.2.3', '192.168.1.1']],
    ['a mapped IPv6 address', ['::ffff:127.0.0.1']],
    ['a link-local one', ['fe80::1', '169.254.169.254']],
    ['nothing that is an address', ['localhost']],
  ])('rejects a name that means %s', async (_what, addresses) => {
    const client = new SafeFetchClient({ production: true, resolve: async () => addresses });

    expect(await kindOf(client, `https://idp.example.com:${port}/`)).toBe('private-address');
    expect(hits).toBe(0);
    await client.close();
  });

  it('rejects a name that resolves to another address each time', async () => {
    let asked = 0;
    const resolve = async (): Promise<string[]> =>
      [['127.0.0.1'], ['::1', '127.0.0.1'], ['::ffff:127.0.0.1'], ['10.0.0.1']][(asked += 1) % 4]!;
    const client = new SafeFetchClient({ production: true, resolve });

    const kinds = new Set<string>();
    for (let round = 0; round < 20; round += 1) kinds.add(await kindOf(client, `https://rebinding.example.com:${port}/`));

    expect([[...kinds], hits, asked]).toEqual([['private-address'], 0, 20]);
    await client.close();
  });

  it('resolves a name once, and connects to the address that was checked', async () => {
    const looked: string[] = [];
    const addressesOf = async ({ hostname }: Target): Promise<string[]> => {
      looked.push(hostname);
      return looked.length === 1 ? ['127.0.0.1'] : ['::1'];
    };
    const connect = guardedConnector({ addressesOf, isAllowed: (address) => address === '127.0.0.1' }, 1_000);

    // Only this lookup knows the name, so with the system's resolver the connection would fail.
    const options = { hostname: 'rebinding.example.invalid', protocol: 'http:', port: String(port) };
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(options, (...[failure, opened]) => (failure ? reject(failure) : resolve(opened)));
    });

    expect([socket.remoteAddress, looked]).toEqual(['127.0.0.1', ['rebinding.example.invalid']]);
    socket.destroy();
  });

  it('closes a connection to another address than the checked one before it sends any data', async () => {
    const connect = guardedConnector({ addressesOf: async () => ['127.0.0.1'], isAllowed: () => false }, 1_000);

    const error = await new Promise((resolve) => {
      connect({ hostname: 'idp.example.com', protocol: 'http:', port: String(port) }, (...[failure, opened]) => {
        opened?.destroy();
        resolve(failure);
      });
    });

    expect(findSafeFetchError(error)?.kind).toBe('private-address');
  });
});

const EVERYTHING = { networks: ['0.0.0.0/0', '::/0'], hosts: ['localhost', '*.localhost'] };
const close = async (): Promise<void> => undefined;

describe('start-up test of the guard', () => {
  it('accepts a process whose requests are guarded', async () => {
    await expect(testGuard(() => new SafeFetchClient({ production: true, resolve: noNames }))).resolves.toBeUndefined();
  });

  it('accepts a process that permits every private network, because no setting permits its own ports', async () => {
    const allowing = (ownPort: number): SafeFetchClient =>
      new SafeFetchClient({ production: true, allow: EVERYTHING, ownPorts: [ownPort], resolve: noNames });

    await expect(testGuard(allowing)).resolves.toBeUndefined();
  });

  it.each([
    ['may have its own ports', new SafeFetchClient({ production: true, allow: EVERYTHING })],
    ['reach this machine', new SafeFetchClient({ production: false })],
    ['are not guarded at all', { fetch, close }],
    ['fail for other reasons', { fetch: () => Promise.reject(new SafeFetchError('unreachable')), close }],
  ])('stops the start of a process whose requests %s', async (_what, client) => {
    await expect(testGuard(() => client as SafeFetchClient)).rejects.toThrow('could reach this machine');
  });
});
