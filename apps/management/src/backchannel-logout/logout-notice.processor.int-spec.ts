import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { Encryptor, generateSigningKey, signingKeyContext } from '@latchkey/crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { send } from '../../../../test/support/http.js';
import { readLogoutToken } from '../../../../test/support/logout-token.js';
import { MASTER_KEY, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { TextReceiver, type Behavior, type ReceivedText } from '../../../../test/support/text-receiver.js';

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const POLL_OPTIONS = { timeoutMs: 25_000 };

let database: TestDatabase;
let rows: Rows;
let app: TextReceiver;
let workers: StartedManagement[];
let caller: Caller;
let domain: string;
let domainId: string;

beforeAll(async () => {
  [database, app] = await Promise.all([createTestDatabase(), TextReceiver.start()]);
  rows = new Rows(database.url);
  // Two workers, to reveal whether one repeats the other's work.
  const settings = { BOOTSTRAP_API_KEY: 'the-same-for-both', AUTH_URL: 'https://{domain}' };
  workers = [await startManagement(database.url, settings), await startManagement(database.url, settings)];
  caller = workers[0]!.as('the-same-for-both');
});

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all([app.stop(), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  app.answer(() => ({ status: 200 }));
  domain = await caller.registerDomain();
  domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
  await caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  await caller.put(`/v1/domain/${domain}/client/web/backchannel_logout`, { uri: `${app.url}/logout?tenant=1` });
});

/** Writes a notice, as the end of a session does. @returns its id */
async function insertNotice(values: Row = {}): Promise<string> {
  return (await rows.insert('logout_notice', { domain_id: domainId, client_id: 'web', sub: SUB, sid: 'a-sid', ...values })).id;
}

/** Creates the key that the first ID token of a domain would create. */
async function insertRsaKey(): Promise<void> {
  const { kid, publicJwk, privateKey } = await generateSigningKey('RS256');
  const encrypted = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]).encrypt(privateKey, signingKeyContext(domainId, kid));
  await rows.insert('signing_key', { domain_id: domainId, kid, algorithm: 'RS256', public_jwk: publicJwk, private_key: encrypted });
}

async function waitUntilDeleted(id: string): Promise<void> {
  await eventually(async () => (await rows.count('logout_notice', `id = '${id}'`)) === 0, POLL_OPTIONS);
}

/** Waits for an attempt that the application has received, and makes the next one due. */
async function makeNextAttemptDue(id: string, at = app): Promise<void> {
  await eventually(() => at.requests.length === 1, POLL_OPTIONS);
  await rows.query('UPDATE logout_notice SET next_attempt_at = now() WHERE id = $1', [id]);
}

/** Sends a notice to a client that behaves as given the first time, and confirms the second time. */
async function deliverOnSecondAttempt(at: TextReceiver, clientId: string, conduct: Behavior): Promise<void> {
  at.answer((attempt) => (attempt === 1 ? conduct : { status: 204 }));
  await caller.put(`/v1/domain/${domain}/client/${clientId}`, CLIENT);
  await caller.put(`/v1/domain/${domain}/client/${clientId}/backchannel_logout`, { uri: at.url });
  const id = await insertNotice({ client_id: clientId });
  await makeNextAttemptDue(id, at);
  await waitUntilDeleted(id);
}

async function readClaims({ body }: ReceivedText, clientId: string): Promise<Row> {
  const keys = (await rows.query('SELECT public_jwk FROM signing_key WHERE domain_id = $1', [domainId])).map((row) => row['public_jwk']);
  return (await readLogoutToken(body, { issuer: `https://${domain}`, clientId, jwks: { keys } })) as Row;
}

function readAlgorithm({ body }: ReceivedText): string | undefined {
  return decodeProtectedHeader(new URLSearchParams(body).get('logout_token')!).alg;
}

/** NaN if a worker does not report the metric. */
async function readMetric(outcome: string): Promise<number> {
  const pages = await Promise.all(workers.map(({ url }) => send(`${url}/metrics`)));
  const line = new RegExp(`^latchkey_logout_notices_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm');
  return pages.reduce((sum, { text }) => sum + Number(line.exec(text)?.[1]), 0);
}

describe('logout notices', () => {
  it('sends a client one verifiable logout token for the end of a session', async () => {
    const delivered = await readMetric('delivered');
    await waitUntilDeleted(await insertNotice());

    expect(app.requests.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
      ['/logout?tenant=1', 'application/x-www-form-urlencoded'],
    ]);
    const { iat, exp, ...claims } = await readClaims(app.requests[0]!, 'web');
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    expect(claims).toEqual({
      iss: `https://${domain}`,
      aud: 'web',
      sub: SUB,
      sid: 'a-sid',
      jti: expect.stringMatching(/^[\w-]{22}$/),
      events,
    });
    expect(Number(exp) - Number(iat)).toBe(120);
    expect(await readMetric('delivered')).toBe(delivered + 1);
  });

  it("signs the token like the client's ID tokens", async () => {
    await insertRsaKey();
    await waitUntilDeleted(await insertNotice());
    await rows.query(`UPDATE client SET id_token_algorithms = '{ES256}' WHERE domain_id = $1`, [domainId]);
    await waitUntilDeleted(await insertNotice());

    expect(app.requests.map(readAlgorithm)).toEqual(['RS256', 'ES256']);
  });

  it('sends the token in the trace of the request that ended the session', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await waitUntilDeleted(await insertNotice({ traceparent: `00-${traceId}-00f067aa0ba902b7-00` }));

    expect(app.requests[0]!.headers['traceparent']).toContain(`00-${traceId}-`);
  });

  it('contains only the sub if the session has no sid', async () => {
    await waitUntilDeleted(await insertNotice({ sid: null }));

    expect(await readClaims(app.requests[0]!, 'web')).not.toHaveProperty('sid');
  });

  it('retries with a new token unless the client confirms', async () => {
    const conducts: Behavior[] = [
      { status: 500 },
      { status: 400 },
      { status: 302, headers: { Location: '/' } },
      'hang-up',
      'take-then-hang',
    ];
    const failed = await readMetric('failed');
    const apps = await Promise.all(conducts.map(() => TextReceiver.start()));

    await Promise.all(conducts.map((conduct, n) => deliverOnSecondAttempt(apps[n]!, `app-${n}`, conduct)));

    const receivedTokens = await Promise.all(
      apps.map(({ requests }, n) => Promise.all(requests.map((request) => readClaims(request, `app-${n}`)))),
    );
    expect(receivedTokens.map((tokens) => tokens.map(({ sub, sid }) => [sub, sid]))).toEqual(
      conducts.map(() => [
        [SUB, 'a-sid'],
        [SUB, 'a-sid'],
      ]),
    );
    expect(receivedTokens.filter(([first, second]) => first!['jti'] === second!['jti'])).toEqual([]);
    // A hanging attempt may end after the next one.
    await eventually(async () => (await readMetric('failed')) === failed + conducts.length, POLL_OPTIONS);
    await Promise.all(apps.map((each) => each.stop()));
  });

  it('gives up on a client that is never reachable, with a log entry and a metric', async () => {
    const before = await readMetric('given-up');
    await waitUntilDeleted(await insertNotice({ expires_at: new Date(Date.now() - 1_000), attempts: 14 }));

    expect(app.requests).toEqual([]);
    const { json } = await caller.get(`/v1/domain/${domain}/log?type=client.backchannel_logout.failed`);
    expect(json).toMatchObject([{ client: 'web', user: SUB, actor: { type: 'service' } }]);
    expect(await readMetric('given-up')).toBe(before + 1);
  });

  it('sends no more notices once the logout URI is removed', async () => {
    app.answer(() => ({ status: 503 }));
    const id = await insertNotice();
    await eventually(() => app.requests.length === 1, POLL_OPTIONS);

    await caller.delete(`/v1/domain/${domain}/client/web/backchannel_logout`);

    expect(await rows.count('logout_notice', `id = '${id}'`)).toBe(0);
  });

  it('sends a notice for each of many sessions', async () => {
    await Promise.all(Array.from({ length: 60 }, (_none, n) => insertNotice({ sid: `session-${n}` })));

    await eventually(async () => (await rows.count('logout_notice', `domain_id = '${domainId}'`)) === 0, POLL_OPTIONS);

    const receivedTokens = await Promise.all(app.taken.map((request) => readClaims(request, 'web')));
    expect(new Set(receivedTokens.map(({ sid }) => sid)).size).toBe(60);
  });
});

describe('logs and metrics of the workers', () => {
  it('logs neither users nor tokens, but the reason of a failure', async () => {
    app.answer((attempt) => ({ status: attempt === 1 ? 418 : 200 }));
    const id = await insertNotice();
    await makeNextAttemptDue(id);
    await waitUntilDeleted(id);

    const logs = (): string => workers.map(({ log }) => log).join('\n');
    await eventually(() => logs().includes('http 418'), POLL_OPTIONS);
    expect(logs()).not.toMatch(new RegExp(`${SUB}|a-sid|logout_token|eyJ[\\w-]+\\.`));
  });

  it('counts the attempts', async () => {
    app.answer((attempt) => ({ status: attempt === 1 ? 418 : 200 }));
    const id = await insertNotice();
    await makeNextAttemptDue(id);
    await waitUntilDeleted(id);

    // If a sweeper read the notice before its attempt, it adds the job once more, which then finds nothing to do.
    const attempts = (): unknown[] => {
      const lines = workers.flatMap(({ log }) => log.split('\n')).filter((line) => line.includes(`"tell-${id}-`));
      return [...new Set(lines.map((line) => (JSON.parse(line) as { attempt: unknown }).attempt))].toSorted();
    };
    await eventually(() => attempts().length === 2, POLL_OPTIONS);
    expect(attempts()).toEqual([1, 2]);
  });
});
