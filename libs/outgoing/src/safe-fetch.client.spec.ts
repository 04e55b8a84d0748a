import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { SafeFetchClient } from './safe-fetch.client.js';
import { findSafeFetchError } from './safe-fetch.error.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const MOST = 262_144;
const BOMB = gzipSync(Buffer.alloc(50_000_000, 32));

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const text = (size: number): Buffer => Buffer.from(JSON.stringify('x'.repeat(size - 2)));
const redirect: Answering = (request, response) => response.writeHead(302, { location: request.url }).end();
const endless =
  (status: number): Answering =>
  (_request, response) => {
    response.writeHead(status, JSON_TYPE);
    const timer = setInterval(() => response.write(Buffer.alloc(65_536, 32)), 1);
    response.on('close', () => clearInterval(timer));
  };
const ANSWERS: Record<string, Answering> = {
  '/json': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'set-cookie': 'a=b' }).end('{"a":1}'),
  '/jwks': (_request, response) => response.writeHead(200, { 'content-type': 'application/jwk-set+json; charset=utf-8' }).end('{}'),
  '/jwt': (_request, response) => response.writeHead(200, { 'content-type': 'application/jwt' }).end('a.b.c'),
  '/gzip': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
  '/most': (_request, response) => response.writeHead(200, JSON_TYPE).end(text(MOST)),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/error': (_request, response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'),
  '/html': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
  '/untyped': (_request, response) => response.writeHead(200).end('{}'),
  '/jsonp': (_request, response) => response.writeHead(200, { 'content-type': 'application/jsonp' }).end('{}'),
  '/too-large': (_request, response) => response.writeHead(200, JSON_TYPE).end(text(MOST + 1)),
  '/endless': endless(200),
  '/endless-error': endless(500),
  '/stalled-error': (_request, response) => response.writeHead(500).write('begun'),
  '/bomb': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(BOMB),
  '/bomb-of-bombs': (_request, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip, br' }).end(brotliCompressSync(BOMB)),
  '/not-packed': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('{"a":1}'),
  '/headers': (_request, response) => response.writeHead(200, { 'x-many': 'x'.repeat(20_000) }).end('{}'),
  '/loop': redirect,
  '/busy': (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end(),
  '/user-agent': (request, response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify(request.headers['user-agent'])),
  '/silent': () => undefined,
  '/slow-headers': (_request, response) => response.socket?.write('HTTP/1.1 200 OK\r\n'),
  '/slow-body': (_request, response) => {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/broken': (_request, response) =>
    response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\ncontent-type: application/json\r\n\r\n{'),
  '/not-http': (_request, response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n\r\n'),
};

let server: Server;
let base: string;
let received: { method?: string; body: string; headers: IncomingMessage['headers'] }[] = [];
const client = new SafeFetchClient({ production: false });
const patient = new SafeFetchClient({ production: false, timeout: 1_500 });
const impatient = new SafeFetchClient({ production: false, timeout: 300 });

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method!, body, headers: request.headers });
      ANSWERS[request.url!]!(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await Promise.all([client.close(), patient.close(), impatient.close()]);
  server.closeAllConnections();
  server.close();
});

async function kindOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'answered',
    (error: unknown) => findSafeFetchError(error)?.kind ?? String(error),
  );
}

describe('SafeFetchClient.fetch', () => {
  it('returns the response without headers that callers do not need', async () => {
    const response = await client.fetch(`${base}/json`);

    expect([response.status, await response.json(), response.headers.get('set-cookie')]).toEqual([200, { a: 1 }, null]);
  });

  it('sends the requests of OAuth libraries', async () => {
    received = [];
    const body = new URLSearchParams({ grant_type: 'authorization_code' });

    await client.fetch(`${base}/json`, { method: 'POST', headers: new Headers({ authorization: 'Basic eA==' }), body });

    expect(received).toMatchObject([
      {
        method: 'POST',
        body: 'grant_type=authorization_code',
        headers: { authorization: 'Basic eA==', 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      },
    ]);
  });

  it.each(['/jwks', '/jwt', '/gzip', '/most', '/empty', '/error'])('accepts %s', async (path) => {
    expect(await kindOf(client.fetch(`${base}${path}`))).toBe('answered');
  });

  it.each([
    ['/html', 'unexpected-content'],
    ['/untyped', 'unexpected-content'],
    ['/jsonp', 'unexpected-content'],
    ['/too-large', 'too-large'],
    ['/endless', 'too-large'],
    ['/bomb', 'too-large'],
    ['/bomb-of-bombs', 'too-large'],
    ['/headers', 'too-large'],
    ['/not-packed', 'invalid-answer'],
    ['/not-http', 'invalid-answer'],
    ['/loop', 'redirect'],
    ['/broken', 'unreachable'],
  ])('rejects %s: %s', async (path, kind) => {
    expect(await kindOf(client.fetch(`${base}${path}`))).toBe(kind);
  });

  it.each(['/silent', '/slow-headers', '/slow-body'])('does not wait for %s', async (path) => {
    expect(await kindOf(impatient.fetch(`${base}${path}`))).toBe('timeout');
  });

  it('starts its timeout when the request is sent, not while it waits for others', async () => {
    const others = Array.from({ length: 8 }, () => kindOf(patient.fetch(`${base}/silent`)));

    // It is sent when the others, which were called at the same moment, time out.
    expect(await kindOf(patient.fetch(`${base}/json`))).toBe('answered');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['timeout']));
  });

  it('waits for its turn for a limited time', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => kindOf(impatient.fetch(`${base}/silent`))));

    expect(new Set(answers)).toEqual(new Set(['timeout']));
  });

  it('does not wait for the turns of other owners', async () => {
    const slow = Array.from({ length: 60 }, () => kindOf(client.fetch(`${base}/silent`, { owner: 'one' })));

    const first = await Promise.race([...slow, kindOf(client.fetch(`${base}/json`, { owner: 'other' }))]);

    expect(first).toBe('answered');
  });

  it('does not wait for a slow name', async () => {
    const waiting = new SafeFetchClient({ production: true, resolve: () => new Promise(() => undefined), timeout: 300 });

    expect(await kindOf(waiting.fetch('https://idp.example.com/'))).toBe('timeout');
    await waiting.close();
  });

  it('ends when its caller aborts it', async () => {
    const reason = new Error('enough');

    await expect(client.fetch(`${base}/silent`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('reports that nothing listens there', async () => {
    expect(await kindOf(client.fetch('http://127.0.0.1:9/'))).toBe('unreachable');
  });

  it('uses no proxy from the environment', async () => {
    Object.assign(process.env, {
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    });

    expect(await kindOf(client.fetch(`${base}/json`))).toBe('answered');
  });
});

describe('SafeFetchClient.notifyForError', () => {
  it.each([
    ['/json', 200, ''],
    ['/error', 500, '<h1>Sorry</h1>'],
    ['/stalled-error', 500, 'begun'],
  ])('returns for %s the beginning of the body of an error', async (path, status, body) => {
    expect(await impatient.notifyForError(`${base}${path}`, { method: 'POST', body: 'x' })).toEqual({ status, retryAfter: null, body });
  });

  it('stops reading an error without end', async () => {
    const { status, body } = await client.notifyForError(`${base}/endless-error`, { method: 'POST', body: 'x' });

    expect([status, body.length]).toEqual([500, 262_144]);
  });
});

describe('SafeFetchClient.notify', () => {
  it.each([
    ['/json', 200],
    ['/html', 200],
    ['/error', 500],
    ['/endless', 200],
  ])('returns the status for %s, and does not read the body', async (path, status) => {
    expect(await client.notify(`${base}${path}`, { method: 'POST', body: 'x' })).toEqual({ status, retryAfter: null });
  });

  it('returns the status of a redirect, and does not follow it', async () => {
    expect(await client.notify(`${base}/loop`, { method: 'POST', body: 'x' })).toEqual({ status: 302, retryAfter: null });
  });

  it('returns the wait that the receiver asks for', async () => {
    expect(await client.notify(`${base}/busy`, { method: 'POST', body: 'x' })).toEqual({ status: 503, retryAfter: 7 });
  });

  it('sends the product and its version as user agent, whatever a library sends', async () => {
    const response = await client.fetch(`${base}/user-agent`, { headers: { 'User-Agent': 'openid-client/6' } });

    expect(await response.json()).toMatch(/^Latchkey\/\d/);
  });
});
