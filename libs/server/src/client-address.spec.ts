import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { TrustedProxies } from '@latchkey/config';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientAddressReader } from './client-address.js';

function addressOf(trusted: TrustedProxies, remoteAddress: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const incoming = { headers, socket: { remoteAddress }, connection: { remoteAddress } } as unknown as IncomingMessage;
  return clientAddressReader(trusted)(incoming);
}

describe('clientAddressReader', () => {
  it.each<[string, TrustedProxies, string, string | undefined, string]>([
    ['the peer', 0, '192.0.2.1', undefined, '192.0.2.1'],
    ['the peer, whatever it says, if it is not trusted', 0, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['whom the one proxy names', 1, '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['whom the one proxy names, whatever the client said before', 1, '10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['whom the outer of two proxies names', 2, '10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['the last that is named, if there are fewer than said', 3, '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['whom the proxy names with a port', 1, '10.1.2.3', '198.51.100.7:4711', '198.51.100.7'],
    ['whom the proxy names in brackets', 1, '10.1.2.3', '[2001:db8:1:2::6]:4711', '2001:db8:1:2'],
    ['whom trusted proxies with ports name', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7:80,10.9.9.9:4711', '198.51.100.7'],
    ['an address of IPv6 without brackets', 1, '10.1.2.3', '2001:db8:1:2::6', '2001:db8:1:2'],
    ['the peer, if what is named is no address', 1, '10.1.2.3', 'unknown', '10.1.2.3'],
    ['whom a trusted proxy names', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
    [
      'whom the last trusted proxy names, whatever was said before',
      ['10.0.0.0/8'],
      '10.1.2.3',
      '203.0.113.9, 198.51.100.7, 10.9.9.9',
      '198.51.100.7',
    ],
    ['the peer, though it names another, if it is in no trusted network', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['an address of IPv4, also as one of IPv6', 0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['the network of an address of IPv6', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['the network of one with many zeros', 0, '2001:db8::6', undefined, '2001:db8:0:0'],
    ['the network of one that is written in full', 0, '2001:0DB8:0001:0002::6', undefined, '2001:db8:1:2'],
  ])('returns %s', (_who, trusted, peer, forwarded, address) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(address);
  });
});

describe('clientAddressReader behind proxies that append to X-Forwarded-For', () => {
  let servers: Server[];
  let trusted: TrustedProxies;
  let inner: number;
  let outer: number;

  /** Listens on loopback, with an address that appears in X-Forwarded-For. */
  async function listen(server: Server): Promise<number> {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** A proxy that the upstream server sees at `localAddress`. */
  function appendingProxy(upstream: number, localAddress: string): Server {
    return createServer((incoming, response) => {
      const said = incoming.headers['x-forwarded-for'];
      const forwarded = [...(said === undefined ? [] : [said]), incoming.socket.remoteAddress].join(', ');
      const options = { host: '127.0.0.1', port: upstream, localAddress, headers: { 'x-forwarded-for': forwarded }, agent: false };
      request(options, (answer) => answer.pipe(response)).end();
    });
  }

  async function ask(port: number, forwarded?: string): Promise<string> {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const call = request({ host: '127.0.0.1', port, localAddress: '127.0.0.9', headers, agent: false }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return text(answer);
  }

  beforeEach(async () => {
    servers = [];
    const origin = await listen(createServer((incoming, response) => response.end(clientAddressReader(trusted)(incoming))));
    inner = await listen(appendingProxy(origin, '127.0.0.2'));
    outer = await listen(appendingProxy(inner, '127.0.0.3'));
  });

  afterEach(() => servers.forEach((server) => server.close()));

  it.each<[string, TrustedProxies, 'inner' | 'outer', string]>([
    ['one hop is the peer of the one proxy', 1, 'inner', '127.0.0.9'],
    ['one hop is no more than that of the nearest proxy', 1, 'outer', '127.0.0.3'],
    ['two hops are the peer of the outer proxy', 2, 'outer', '127.0.0.9'],
    ['addresses of both proxies are the peer of the outer one', ['127.0.0.2', '127.0.0.3'], 'outer', '127.0.0.9'],
    ['the address of the nearest proxy alone shows the other', ['127.0.0.2/32'], 'outer', '127.0.0.3'],
    ['no trusted proxies yield the nearest proxy', 0, 'outer', '127.0.0.2'],
  ])('returns %s, whatever the client claims', async (_what, trust, listener, address) => {
    trusted = trust;
    const port = listener === 'inner' ? inner : outer;

    expect([await ask(port), await ask(port, '203.0.113.1'), await ask(port, '127.0.0.2, 127.0.0.3')]).toEqual([address, address, address]);
  });
});
