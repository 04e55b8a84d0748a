import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { send } from '../../../../test/support/http.js';
import { readLogoutToken } from '../../../../test/support/logout-token.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { TextReceiver, type Conduct, type ReceivedText } from '../../../../test/support/text-receiver.js';

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const PATIENCE = { within: 25_000 };

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
  // Two, so that what one may do twice shows.
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

/** Writes a notice as the end of a session does. @returns its id */
async function write(values: Row = {}): Promise<string> {
  const [columns, given] = [{ domain_id: domainId, client_id: 'web', sub: SUB, sid: 'a-sid', ...values }, 'logout_notice'] as const;
  return (await rows.insert(given, columns)).id;
}

async function untilGone(id: string): Promise<void> {
  await eventually(async () => (await rows.count('logout_notice', `id = '${id}'`)) === 0, PATIENCE);
}

/** Waits for an attempt that failed, and lets the next one be due. */
async function hurry(id: string, attempts: number): Promise<void> {
  await eventually(async () => (await rows.count('logout_notice', `id = '${id}' AND attempts = ${attempts}`)) === 1, PATIENCE);
  await eventually(() => app.requests.length === attempts, PATIENCE);
  await rows.query('UPDATE logout_notice SET next_attempt_at = now() WHERE id = $1', [id]);
}

async function read({ body }: ReceivedText): Promise<Row> {
  const keys = (await rows.query('SELECT public_jwk FROM signing_key WHERE domain_id = $1', [domainId])).map((row) => row['public_jwk']);
  return (await readLogoutToken(body, { issuer: `https://${domain}`, clientId: 'web', jwks: { keys } })) as Row;
}

async function metric(outcome: string): Promise<number> {
  const pages = await Promise.all(workers.map(({ url }) => send(`${url}/metrics`)));
  const line = new RegExp(`^latchkey_logout_notices_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm');
  return pages.reduce((sum, { text }) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
}

describe('a client', () => {
  it('is told once of the end of a session, by a logout token that it can trust', async () => {
    const delivered = await metric('delivered');
    await untilGone(await write());

    expect(app.requests.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
      ['/logout?tenant=1', 'application/x-www-form-urlencoded'],
    ]);
    const { iat, exp, ...claims } = await read(app.requests[0]!);
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
    expect(await metric('delivered')).toBe(delivered + 1);
  });

  it('is told by the user alone where the session has no name', async () => {
    await untilGone(await write({ sid: null }));

    expect(await read(app.requests[0]!)).not.toHaveProperty('sid');
  });

  it.each<[string, Conduct]>([
    ['has an error', { status: 500 }],
    ['refuses', { status: 400 }],
    ['sends it elsewhere', { status: 302, headers: { Location: '/' } }],
    ['hangs up', 'hang-up'],
    ['never answers', 'take-then-hang'],
  ])('that %s is told again, by a token of that moment', async (_what, conduct) => {
    app.answer((attempt) => (attempt === 1 ? conduct : { status: 204 }));
    const failed = await metric('failed');
    const id = await write();
    await hurry(id, 1);

    await untilGone(id);

    const [first, second, ...more] = await Promise.all(app.requests.map(read));
    expect([second!['sub'], second!['sid'], more]).toEqual([SUB, 'a-sid', []]);
    expect(second!['jti']).not.toBe(first!['jti']);
    // The first attempt may end after the second: it waits for its answer.
    await eventually(async () => (await metric('failed')) === failed + 1, PATIENCE);
  });

  it('that is never there is given up, which the log and a metric tell', async () => {
    const before = await metric('given-up');
    await untilGone(await write({ expires_at: new Date(Date.now() - 1_000), attempts: 14 }));

    expect(app.requests).toEqual([]);
    const { json } = await caller.get(`/v1/domain/${domain}/log?operation=backchannel-logout.fail`);
    expect(json).toMatchObject([{ clientId: 'web', sub: SUB, actor: { type: 'service' } }]);
    expect(await metric('given-up')).toBe(before + 1);
  });

  it('is not told any more once it does not want to be', async () => {
    app.answer(() => ({ status: 503 }));
    const id = await write();
    await eventually(() => app.requests.length === 1, PATIENCE);

    await caller.delete(`/v1/domain/${domain}/client/web/backchannel_logout`);

    expect(await rows.count('logout_notice', `id = '${id}'`)).toBe(0);
  });

  it('is told of each of many sessions', async () => {
    await Promise.all(Array.from({ length: 60 }, (_none, n) => write({ sid: `session-${n}` })));

    await eventually(async () => (await rows.count('logout_notice', `domain_id = '${domainId}'`)) === 0, PATIENCE);

    const told = await Promise.all(app.taken.map(read));
    expect(new Set(told.map(({ sid }) => sid)).size).toBe(60);
  });
});

describe('the log of the workers', () => {
  it('names neither people nor tokens, and says why somebody was not told', async () => {
    app.answer((attempt) => ({ status: attempt === 1 ? 418 : 200 }));
    const id = await write();
    await hurry(id, 1);
    await untilGone(id);

    const logs = (): string => workers.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    await eventually(() => logs().includes('http 418'), PATIENCE);
    expect(logs()).not.toMatch(new RegExp(`${SUB}|a-sid|logout_token|eyJ`));
  });
});
