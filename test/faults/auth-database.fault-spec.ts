import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { AuthProcess, authSettings, startAuth, tokenCall, type StartedAuth } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import type { Answer, Call } from '../support/http.js';
import { startManagement } from '../support/management.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { freePort } from '../support/service-process.js';

/** Milliseconds. */
const TIMEOUT_MS = 2_000;
const RECOVERY = 5_000;
/** The pause between one round of requests and the next. */
const PACE = 300;
/** The tolerance for a machine that is busy with other tests. */
const GRACE = 1_500;
/** The production default. */
const STANDARD_TIMEOUT = { DATABASE_TIMEOUT: '1800' };
const WRONG = { clientId: 'service', clientSecret: 'wrong' };

let postgres: OwnPostgres;
/** Runs in the process of the test, so that an error that would end it fails the test. */
let auth: StartedAuth;
let client: ServiceClient;

beforeAll(async () => {
  postgres = await OwnPostgres.start({ durable: true });
  const management = await startManagement(postgres.url, { WORKER: 'off' });
  client = await registerServiceClient(management.as(management.apiKey));
  await management.stop();
  auth = await startAuth(postgres.url, { DATABASE_POOL_SIZE: '2', ...STANDARD_TIMEOUT });
  await auth.token(client.domain, client);
}, 60_000);

afterAll(async () => {
  await auth.stop();
  await postgres.remove();
});

interface Timed extends Answer {
  path: string;
  ms: number;
}

async function timed(path: string, call?: Call): Promise<Timed> {
  const start = performance.now();
  const answer = await auth.send(client.domain, path, call);
  return { ...answer, path, ms: performance.now() - start };
}

const TOKEN = '/connect/token';
const DOCUMENTS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json'];

/** Requests of every kind, whether good or wrong. */
function askEverything(): Promise<Timed>[] {
  const plain = tokenCall(client);
  return [
    timed(TOKEN, plain),
    timed(TOKEN, { ...plain, body: [plain.body as string] }),
    timed(TOKEN, tokenCall(WRONG)),
    timed(TOKEN, tokenCall({ ...WRONG, clientId: 'unknown' })),
    ...DOCUMENTS.map((path) => timed(path)),
    timed('/connect/authorize?client_id=service'),
    timed('/connect/nothing'),
  ];
}

/** Sends requests repeatedly, on many connections, while the database is down. */
async function askForSeconds(seconds: number): Promise<Timed[]> {
  const answers: Promise<Timed>[] = [];
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await delay(PACE)) answers.push(...askEverything());
  return Promise.all(answers);
}

function expectUnavailable(answers: readonly Timed[]): void {
  expect(answers.filter(({ status }) => status !== 503).map(({ path, status, text }) => ({ path, status, text }))).toEqual([]);
  const errors = answers.map(({ json }) => (json as { error?: string }).error);
  expect(new Set(errors)).toEqual(new Set(['temporarily_unavailable']));
  for (const { headers } of answers)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': expect.stringMatching(/^\d+$/) });
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(TIMEOUT_MS + GRACE);
}

/** The page that a browser shows during a sign-in or sign-out. */
async function pages(): Promise<object[]> {
  const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' };
  const answers = await Promise.all(
    ['/connect/authorize?client_id=service', '/connect/endsession'].map((path) => timed(path, { headers })),
  );
  return answers.map(({ status, text, headers: { 'retry-after': retryAfter } }) => ({
    status,
    retryAfter,
    title: /<h1>(.*?)<\/h1>/.exec(text)?.[1],
  }));
}

/** The milliseconds from now until all requests are answered normally. */
async function recovery(): Promise<number> {
  const start = performance.now();
  await eventually(async () => (await auth.requestToken(client.domain, client)).status === 200, { timeoutMs: RECOVERY + GRACE });
  const elapsed = performance.now() - start;
  const statuses = (await Promise.all(askEverything())).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 401, 401, 200, 200, 200, 400, 404]);
  return elapsed;
}

/** The response for a TLS-terminating proxy. */
async function tlsAsk(): Promise<{ status: number; retryAfter: string | undefined }> {
  const { status, headers } = await timed(`/tls/ask?domain=${client.domain}`);
  return { status, retryAfter: headers['retry-after'] };
}

async function health(): Promise<{ alive: number; ready: number; ms: number }> {
  const [alive, ready] = await Promise.all([timed('/healthz'), timed('/readyz')]);
  return { alive: alive.status, ready: ready.status, ms: Math.max(alive.ms, ready.ms) };
}

describe('a database that does not serve', () => {
  it('causes only retryable errors while its server is down, never an unknown client; service returns with the database', async () => {
    await postgres.kill();

    expectUnavailable(await askForSeconds(2));
    expect(await tlsAsk()).toEqual({ status: 503, retryAfter: '2' });
    const page = { status: 503, retryAfter: '2', title: 'Der Dienst ist vorübergehend nicht verfügbar' };
    expect(await pages()).toEqual([page, page]);
    expect(await health()).toMatchObject({ alive: 200, ready: 503 });

    await postgres.restart();
    expect(await recovery()).toBeLessThan(RECOVERY);
    expect(await health()).toMatchObject({ alive: 200, ready: 200 });
  });

  it('delays no request by over two seconds while it does not respond; service returns with the database', async () => {
    await postgres.silence();

    const [answers, { alive, ready, ms }, tls] = await Promise.all([askForSeconds(5), health(), tlsAsk()]);
    postgres.wake();

    expectUnavailable(answers);
    expect(tls).toEqual({ status: 503, retryAfter: '2' });
    expect({ alive, ready }).toEqual({ alive: 200, ready: 503 });
    expect(ms).toBeLessThan(TIMEOUT_MS + GRACE);
    expect(await recovery()).toBeLessThan(RECOVERY);
  });

  it('fails requests that wait for a connection in time while a lock blocks it', async () => {
    const holder = new pg.Client(postgres.url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE domain');

    const answers = await askForSeconds(4);
    await holder.query('ROLLBACK');
    await holder.end();

    expectUnavailable(answers);
    expect(await recovery()).toBeLessThan(RECOVERY);
  });

  it('only delays a waiting request if it is back in time', async () => {
    await postgres.silence();
    const answer = auth.requestToken(client.domain, client);
    await eventually(async () => /_connections{state="busy"} [1-9]/.test((await timed('/metrics')).text));
    postgres.wake();

    expect((await answer).status).toBe(200);
  });
});

describe('a database that does not exist yet', () => {
  it('does not prevent the start: the server serves as soon as the database does', async () => {
    await postgres.kill();
    const late = new AuthProcess(await freePort(), authSettings(postgres.url));
    await eventually(async () => (await late.send('localhost', '/healthz').catch(() => null))?.status === 200);
    expect((await late.send('localhost', '/readyz')).status).toBe(503);
    expect(await late.requestToken(client.domain, client)).toMatchObject({ status: 503 });

    await postgres.restart();

    await eventually(() => late.isReady(), { timeoutMs: RECOVERY });
    expect((await late.requestToken(client.domain, client)).status).toBe(200);
    await late.stop();
  });
});
