import { afterEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Bind, type BindOptions } from '../../../../../test/support/dns/bind.js';
import type { DnsRecord } from '../dns-provider.js';
import { OwnedRecordsProvider } from '../owned-records.provider.js';
import { Rfc2136Zone } from './rfc2136.zone.js';
import { signMessage } from './tsig.js';
import { lastRecord } from './wire.js';

const SECRET = Buffer.alloc(32, 'a secret of a test').toString('base64');
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };
const ALGORITHMS = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const;

const binds: Bind[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  sockets.clear();
  await Promise.all(binds.splice(0).map((bind) => bind.stop()));
});

/** Starts a BIND that runs until the end of the test. */
async function startBind(options?: BindOptions): Promise<Bind> {
  const bind = await Bind.start(options);
  binds.push(bind);
  return bind;
}

/** A TCP server with a scripted handler for each connection. @returns its port */
async function serve(conduct: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    conduct(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A proxy in front of a name server that alters its responses. */
function before(bind: Bind, change: (bytes: Buffer, far: Socket) => Buffer[]): Promise<number> {
  return serve((near) => {
    const far = connect(bind.port, '127.0.0.1');
    sockets.add(far.on('error', () => undefined));
    near.pipe(far);
    far.on('data', (bytes) => change(bytes, far).forEach((part) => near.write(part)));
  });
}

function providerAt(port: number, bind?: Bind, deadline = 5_000): OwnedRecordsProvider {
  const { settings } = bind ?? { settings: { DNS_RFC2136_KEY_SECRET: SECRET, DNS_RFC2136_KEY_ALGORITHM: 'hmac-sha256' } };
  const algorithm = settings['DNS_RFC2136_KEY_ALGORITHM'] as (typeof ALGORITHMS)[number];
  const key = { name: 'latchkey.key', algorithm, secret: Buffer.from(settings['DNS_RFC2136_KEY_SECRET']!, 'base64') };
  return new OwnedRecordsProvider(new Rfc2136Zone({ host: '127.0.0.1', port, key, zone: 'sandbox.example.test', ttl: 60 }), deadline);
}

const newClaim = () => ({ owner: randomUUID(), name: `${randomUUID().slice(0, 8)}.sandbox.example.test` });

describe('TSIG signatures', () => {
  it.each(ALGORITHMS)('sign with %s byte for byte like nsupdate', async (algorithm) => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    const port = await serve((socket) => socket.once('data', (bytes) => resolve(bytes.subarray(2))));
    const nsupdate = execFile('nsupdate', ['-v', '-t', '2', '-r', '0', '-y', `${algorithm}:latchkey.key:${SECRET}`]);
    nsupdate.stdin!.end(`server 127.0.0.1 ${port}\nzone example.test\nupdate add a.example.test 60 A 203.0.113.1\nsend\n`);
    const theirs = await promise;
    const { start, data } = lastRecord(theirs)!;
    const bare = Buffer.from(theirs.subarray(0, start));
    bare.writeUInt16BE(bare.readUInt16BE(10) - 1, 10);
    const time = data.readUIntBE(algorithm.length + 2, 6);

    const { message } = signMessage(bare, { name: 'latchkey.key', algorithm, secret: Buffer.from(SECRET, 'base64') }, time);

    expect(message.toString('hex')).toBe(theirs.toString('hex'));
  });

  it.each(ALGORITHMS)("of %s are accepted by BIND, and BIND's signature is verified", async (algorithm) => {
    const bind = await startBind({ algorithm });
    const claim = newClaim();
    const provider = providerAt(bind.port, bind);

    await provider.ensure(claim, [EDGE]);

    expect(await provider.check(claim)).toEqual([EDGE]);
  });
});

describe('responses of a name server', () => {
  it('may arrive byte by byte', async () => {
    const bind = await startBind();
    const port = await before(bind, (bytes) => [...bytes].map((byte) => Buffer.from([byte])));

    await providerAt(port, bind).ensure(newClaim(), [EDGE]);

    expect(await bind.contents()).toHaveLength(2);
  });

  it.each([
    ['its code', 2 + 3],
    ['its number of answers', 2 + 7],
    ['a byte of its signature', -20],
  ])('are rejected if altered in transit: %s', async (_what, position) => {
    const bind = await startBind();
    const port = await before(bind, (bytes) => {
      const forged = Buffer.from(bytes);
      forged[position < 0 ? bytes.length + position : position]! ^= 1;
      return [forged];
    });

    await expect(providerAt(port, bind).ensure(newClaim(), [EDGE])).rejects.toMatchObject({ name: 'DnsError' });

    expect(await bind.contents()).toEqual([]);
  });

  it('are rejected without a signature', async () => {
    const port = await serve((socket) =>
      socket.on('data', (request) => {
        const answer = Buffer.alloc(14);
        answer.writeUInt16BE(12, 0);
        request.copy(answer, 2, 2, 4);
        answer[4] = 0x84;
        socket.write(answer);
      }),
    );

    await expect(providerAt(port).ensure(newClaim(), [EDGE])).rejects.toMatchObject({ message: 'the name server did not sign its answer' });
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['is none, since the server hangs up', (socket) => socket.destroy(), /closed the connection|cannot be reached/],
    ['cannot be read', (socket) => socket.write(Buffer.from([0, 5, 1, 2, 3, 4, 5])), /cannot be read/],
    ['does not come', () => undefined, /no answer in time/],
  ])('count as a temporary failure if the server %s', async (_what, conduct, message) => {
    const port = await serve(conduct);

    const failure = providerAt(port, undefined, 500).ensure(newClaim(), [EDGE]);

    await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(message), permanent: false });
  });
});
