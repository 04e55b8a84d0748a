import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InProcessAuth } from '../in-process-auth.fixture.js';
import { createOpenDomain, json, send } from './registration.fixture.js';

let auth: InProcessAuth;

beforeAll(async () => {
  auth = await InProcessAuth.start();
}, 60_000);
afterAll(() => auth.stop());

describe('a domain', () => {
  it('registers clients within the quota of its subscription', async () => {
    const domain = await createOpenDomain(auth);
    const quota = `UPDATE subscription SET quota = $2 WHERE id = (SELECT subscription_id FROM domain WHERE id = $1)`;
    const [{ clients }] = (await auth.rows.query(
      `SELECT count(*)::integer AS clients FROM client WHERE domain_id IN
         (SELECT id FROM domain WHERE subscription_id = (SELECT subscription_id FROM domain WHERE id = $1))`,
      [domain.id],
    )) as [{ clients: number }];
    await auth.rows.query(quota, [domain.id, JSON.stringify({ clients: clients + 1 })]);

    const answers = await Promise.all([send(auth, domain), send(auth, domain)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
    await auth.rows.query(quota, [domain.id, null]);
  });

  it('has at most 1,000 registered clients without a token', async () => {
    const domain = await createOpenDomain(auth);
    await auth.rows.query(
      `WITH added AS (
         INSERT INTO client (domain_id, client_id, client_type, grant_type, scope)
         SELECT $1, n::text, 'Public', 'AuthorizationCode', 'openid' FROM generate_series(1, 1000) AS n RETURNING client_id)
       INSERT INTO registered_client (domain_id, client_id, token_hash) SELECT $1, client_id, '' FROM added`,
      [domain.id],
    );

    const { status, headers, json: refusal } = await send(auth, domain);

    expect([status, refusal]).toEqual([429, expect.objectContaining({ error: 'temporarily_unavailable' })]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await auth.rows.insert('usage_count', { domain_id: domain.id, day: new Date(), kind: 'token', subject: '7', count: 1 });
    expect((await send(auth, domain)).status).toBe(201);
  });

  it('lets an address register 60 clients in 10 minutes', async () => {
    const domain = await createOpenDomain(auth);

    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await send(auth, domain, json({}))).status);

    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429]);
    expect((await send(auth, await createOpenDomain(auth))).status).toBe(201);
  });

  it('lets an address register any number of clients where RATE_LIMIT is off', async () => {
    const unlimited = await InProcessAuth.start({ environment: { RATE_LIMIT: 'off' } });
    try {
      const domain = await createOpenDomain(unlimited);
      const statuses = new Set<number>();
      for (let n = 0; n < 61; n += 1) statuses.add((await send(unlimited, domain, json({}))).status);

      expect(statuses).toEqual(new Set([400]));
    } finally {
      await unlimited.stop();
    }
  });
});
