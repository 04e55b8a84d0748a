import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, getRequestEvent, Metrics, observeRequests } from '@latchkey/observability';
import { sendProblem, toProblem } from '@latchkey/problem';
import express, { type NextFunction, type Request, type Response } from 'express';
import { send, type Answer, type Call } from '../../../../test/support/http.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';
import { serveConsole } from './serve-console.js';

const SETTINGS = {
  MANAGEMENT_URL: 'https://api.example.com',
  MANAGEMENT_ISSUERS: ['https://id.example.com/realm', 'https://other.example.com'],
};
const FILES = {
  'index.html': '<!doctype html>',
  'favicon.svg': '<svg/>',
  'assets/index-Bx3.js': 'plain script',
  'assets/index-Bx3.js.br': 'script by brotli',
  'assets/index-Bx3.js.gz': 'script by gzip',
  'assets/index-Bx3.css': 'styles',
};

let parent: string;
let folder: string;
let server: Server;

beforeAll(async () => {
  parent = makeTestFolder('console');
  folder = join(parent, 'built');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) writeFileSync(join(folder, path), content);
  writeFileSync(join(parent, 'secret.txt'), 'a secret');
  server = await start(folder);
});

afterAll(() => {
  server.close();
  rmSync(parent, { recursive: true });
});

async function start(built: string): Promise<Server> {
  const application = express().use('/console', serveConsole(SETTINGS, built));
  application.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    sendProblem(response, toProblem(error, []), getRequestEvent(response));
  });
  const observe = observeRequests(createLogger({ service: 'management', level: 'silent', format: 'json' }), new Metrics([]));
  const started = createServer((request, response) => observe(request, response, () => application(request, response)));
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

function get(path: string, call: Call = {}, from = server): Promise<Answer> {
  return send(`http://127.0.0.1:${(from.address() as AddressInfo).port}${path}`, call);
}

const withEncoding = (accepted: string): Call => ({ headers: { 'Accept-Encoding': accepted } });

describe('the console', () => {
  it.each([
    '/console',
    '/console/',
    '/console?x=1',
    '/console/d/auth.example.com',
    '/console/d/a%2Fb/clients/%ff',
    '/console/callback?code=1',
  ])('is the page at %s, which is checked for a new release on each load', async (path) => {
    const { status, text, headers } = await get(path);

    expect({ status, text, type: headers['content-type'], caching: headers['cache-control'] }).toEqual({
      status: 200,
      text: FILES['index.html'],
      type: 'text/html; charset=utf-8',
      caching: 'no-cache',
    });
  });

  it('has assets that browsers keep for a year', async () => {
    const { text, headers } = await get('/console/assets/index-Bx3.css');

    expect([text, headers['content-type'], headers['cache-control']]).toEqual([
      'styles',
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/console/favicon.svg')).headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', 'script by brotli'],
    ['gzip', 'gzip', 'script by gzip'],
    ['br;q=0, gzip', 'gzip', 'script by gzip'],
    ['deflate', undefined, 'plain script'],
    ['', undefined, 'plain script'],
  ])('sends what the build compressed to a browser that accepts "%s": %s', async (accepted, encoding, text) => {
    const answer = await get('/console/assets/index-Bx3.js', withEncoding(accepted));

    expect(answer.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'Accept-Encoding' });
    expect([answer.headers['content-encoding'], answer.text]).toEqual([encoding, text]);
    expect((await get('/console/assets/index-Bx3.css', withEncoding(accepted))).headers['content-encoding']).toBeUndefined();
  });

  it.each(['/console/../secret.txt', '/console/%2e%2e/secret.txt', '/console/..%2fsecret.txt', '/console/assets/..%2f..%2fsecret.txt'])(
    'reads nothing outside its folder: %s',
    async (path) => {
      expect((await get(path)).text).not.toContain('a secret');
    },
  );

  it('lacks assets of other releases, and compressed files by their own names', async () => {
    for (const path of ['/console/assets/index-Old.js', '/console/assets/index-Bx3.js.br', '/console/assets/']) {
      const { status, json } = await get(path);

      expect([status, json]).toEqual([
        404,
        expect.objectContaining({ detail: expect.stringMatching(/^The console has no such file\..* load the page again\.$/) }),
      ]);
    }
  });

  it('answers HEAD without a body, and no other method', async () => {
    const [head, post] = [await get('/console', { method: 'HEAD' }), await get('/console', { method: 'POST' })];

    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(FILES['index.html'].length), '']);
    expect(post.status).toBe(405);
  });

  it('tells its page where operators sign in, and is not stored', async () => {
    const { json, headers } = await get('/console/config.json');

    expect(json).toEqual({ issuer: 'https://id.example.com/realm', clientId: 'console', audience: 'https://api.example.com' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });

  it.each(['/console', '/console/config.json', '/console/assets/index-Bx3.css', '/console/assets/missing.js'])(
    'runs only its own scripts, calls only the API and the issuer, and is framed by no site: %s',
    async (path) => {
      const { headers } = await get(path);

      expect(String(headers['content-security-policy']).split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self' https://id.example.com",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types mail',
      ]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
  );

  it('shares no window with other sites, except at the end of a sign-in in a popup', async () => {
    const openers = await Promise.all(
      ['/console', '/console/d', '/console/callback?code=1'].map(async (path) => (await get(path)).headers['cross-origin-opener-policy']),
    );

    expect(openers).toEqual(['same-origin-allow-popups', 'same-origin-allow-popups', undefined]);
  });

  it('says how to build it if it is not built', async () => {
    const unbuilt = await start(join(folder, 'absent'));
    const answers = await Promise.all(['/console', '/console/config.json'].map((path) => get(path, {}, unbuilt)));
    unbuilt.close();

    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
    expect(answers[0]!.json).toMatchObject({
      detail: 'The console is not built: run "npm run build", then start the management API again.',
    });
  });
});
