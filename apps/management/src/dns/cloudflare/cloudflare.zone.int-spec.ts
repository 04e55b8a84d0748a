import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import { CloudflareZone } from './cloudflare.zone.js';

const ZONE = 'sandbox.example.test';
const NAMES = [`acme.${ZONE}`, `_latchkey.acme.${ZONE}`] as const;
const TOKEN = 'a token of Cloudflare';
const CHANGE = {
  names: NAMES,
  seen: [],
  add: [{ name: NAMES[0], type: 'A', value: '203.0.113.7' }],
  remove: [],
  required: [],
  isDoubtful: false,
};

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

let server: Server;
let zone: CloudflareZone;
/** The answers to requests about records; the last one is repeated. */
let answers: Answer[];
let requests: IncomingMessage[];

const page = (result: unknown[], total_pages = 1): Answer => ({
  body: { success: true, errors: [], result, result_info: { total_pages } },
});
const record = (id: number): unknown => ({ id: String(id), name: NAMES[0], type: 'A', content: `203.0.113.${id}` });
const refusal = (status: number, errors: unknown, headers = {}): Answer => ({
  status,
  headers,
  body: { success: false, errors, result: null },
});
const ZONES = page([{ id: 'f00d', name: ZONE }]);

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const isAboutZones = request.url!.startsWith('/v4/zones?');
    const { status = 200, headers = {}, body } = isAboutZones ? ZONES : (answers.length > 1 ? answers.shift() : answers[0])!;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v4/`;
  zone = new CloudflareZone({ token: TOKEN, url, production: true, zone: ZONE, ttl: 60 });
});

const signal = (): AbortSignal => AbortSignal.timeout(5_000);
const paths = (): string[] => requests.map(({ method, url }) => `${method} ${url!.replace(/[?].*/, '')}`);

describe('reading from Cloudflare', () => {
  it('reads every page of each name, and sends the token in one header only', async () => {
    answers = [page([record(1), record(2)], 2), page([record(3)], 2), page([])];

    const found = await zone.readRecords(NAMES, signal());

    expect(found.map(({ value }) => value)).toEqual(['203.0.113.1', '203.0.113.2', '203.0.113.3']);
    expect(requests.map(({ url }) => new URL(url!, 'http://localhost').searchParams.get('page'))).toEqual(['1', '1', '2', '1']);
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  it('waits as long as the rate limit requires, then reads again', async () => {
    answers = [refusal(429, [{ code: 971, message: 'Please wait' }], { 'Retry-After': '1' }), page([])];
    const start = performance.now();

    expect(await zone.readRecords(NAMES, signal())).toEqual([]);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  it('fails with a temporary error if the wait is too long', async () => {
    answers = [refusal(429, [{ code: 971, message: 'Please wait' }], { 'Retry-After': '120' })];

    await expect(zone.readRecords(NAMES, signal())).rejects.toMatchObject({
      message: 'Cloudflare answered with 429 (971 Please wait)',
      permanent: false,
    });
    expect(paths()).toEqual(['GET /v4/zones', 'GET /v4/zones/f00d/dns_records']);
  });

  it('follows no redirect', async () => {
    answers = [{ status: 302, headers: { Location: '/elsewhere' }, body: {} }];

    await expect(zone.readRecords(NAMES, signal())).rejects.toMatchObject({ permanent: false });
    expect(paths()).not.toContain('GET /elsewhere');
  });
});

describe('changing records at Cloudflare', () => {
  it.each([
    ['with Cloudflare’s codes and texts', [{ code: 1_004, message: 'DNS Validation Error' }], '1004 DNS Validation Error'],
    ['without a text that shows the name', [{ code: 9_005, message: `Content of ${NAMES[0]} is invalid` }], '9005'],
    ['without a code, if there is none', undefined, 'no code'],
  ])('reports a rejected change: %s', async (_what, errors, text) => {
    answers = [refusal(400, errors)];

    await expect(zone.change(CHANGE, signal())).rejects.toMatchObject({
      message: `Cloudflare answered with 400 (${text})`,
      permanent: true,
    });
  });

  it('sends a change once, however it fails', async () => {
    answers = [refusal(503, [], { 'Retry-After': '0' })];

    await expect(zone.change(CHANGE, signal())).rejects.toMatchObject({ permanent: false });
    expect(paths()).toEqual(['GET /v4/zones', 'POST /v4/zones/f00d/dns_records/batch']);
  });

  it('decides again if the records have changed since they were read', async () => {
    answers = [refusal(400, [{ code: 81_058, message: 'An identical record already exists.' }])];

    await expect(zone.change(CHANGE, signal())).rejects.toThrow(ChangedMeanwhileError);
  });
});
