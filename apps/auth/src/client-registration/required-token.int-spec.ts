import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Answer } from '../../../../test/support/http.js';
import type { Row } from '../../../../test/support/rows.js';
import { InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import { configure, json, METADATA, send } from './registration.fixture.js';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;

beforeAll(async () => {
  auth = await InProcessAuth.start();
}, 60_000);
afterAll(() => auth.stop());

beforeEach(async () => {
  domain = await auth.domain();
  await configure(auth, domain, { requireInitialAccessToken: true });
});

/** Creates a token as the management API does. @returns it in plain text */
async function create(values: Row = {}, { id } = domain): Promise<string> {
  const token = `token-${Math.random()}`;
  await auth.rows.insert('initial_access_token', { domain_id: id, hash: createHash('sha256').update(token).digest(), ...values });
  return token;
}

const register = (token: string | null, metadata: object = METADATA): Promise<Answer> =>
  send(auth, domain, json(metadata, token === null ? {} : { Authorization: `Bearer ${token}` }));

const countClients = () => auth.rows.count('registered_client', `domain_id = '${domain.id}'`);
const readUses = () => auth.rows.query('SELECT uses FROM initial_access_token WHERE domain_id = $1', [domain.id]);

describe('a registration where the domain requires an initial access token', () => {
  it('succeeds with one, whose use is counted and logged', async () => {
    const { status, json: registered } = await register(await create({ name: 'partner', max_uses: 1 }));

    expect(status).toBe(201);
    expect(await readUses()).toEqual([{ uses: 1 }]);
    const { client_id: clientId } = registered as { client_id: string };
    const entries = await auth.rows.query(`SELECT type, data FROM log_entry WHERE client_id = $1 ORDER BY type`, [clientId]);
    expect(entries).toEqual([
      { type: 'client.created', data: expect.anything() },
      { type: 'initial_access_token.used', data: { initialAccessToken: expect.any(String), name: 'partner' } },
    ]);
  });

  it('is refused without a valid one, before its metadata is read, with the same answer for each cause', async () => {
    const other = await auth.domain();
    const tokens = [
      null,
      'unknown',
      await create({ expires_at: new Date(Date.now() - 1_000) }),
      await create({ max_uses: 2, uses: 2 }),
      await create({}, other),
    ];

    const answers = await Promise.all(tokens.map((token) => register(token, { redirect_uris: 7 })));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 401,
      json: { error: 'invalid_token', error_description: expect.stringMatching(/initial access token/) },
    });
    expect(answers[0]!.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(await countClients()).toBe(0);
  });

  it('is refused after the last token was deleted', async () => {
    const token = await create();
    await auth.rows.query('DELETE FROM initial_access_token WHERE domain_id = $1', [domain.id]);

    expect([(await register(token)).status, (await register(null)).status]).toEqual([401, 401]);
  });

  it('uses up nothing if its metadata is refused', async () => {
    const token = await create({ max_uses: 1 });

    expect((await register(token, {})).status).toBe(400);

    expect(await readUses()).toEqual([{ uses: 0 }]);
    expect((await register(token)).status).toBe(201);
  });

  it('succeeds once for concurrent requests with a token for one', async () => {
    const token = await create({ max_uses: 1 });

    const answers = await Promise.all(Array.from({ length: 5 }, () => register(token)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401, 401]);
    expect([await countClients(), await readUses()]).toEqual([1, [{ uses: 1 }]]);
  });

  it('is refused without waiting for changes of the domain', async () => {
    const operator = new pg.Client(auth.database.url);
    await operator.connect();
    try {
      await operator.query('BEGIN');
      await operator.query('SELECT FROM domain WHERE id = $1 FOR NO KEY UPDATE', [domain.id]);

      expect((await register('unknown')).status).toBe(401);
    } finally {
      await operator.end();
    }
  });

  it('needs none once the domain requires none, also where the stored settings do not say it', async () => {
    for (const requireInitialAccessToken of [false, undefined]) {
      await configure(auth, domain, { requireInitialAccessToken });
      expect((await register('unknown')).status).toBe(201);
    }
  });
});
