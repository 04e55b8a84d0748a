import { describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { sql } from '../../../../test/support/sql.js';

const fixture = useManagementFixture();

describe('usage of a domain', () => {
  it('is shown by day, for at most 92 days', async () => {
    const domain = await fixture.caller.registerDomain();
    const counts = `INSERT INTO usage_count SELECT id, day::date, counted.kind, subject, count FROM domain,
      (VALUES ('2026-01-30', 'token', 'app', 1), ('2026-01-31', 'token', 'app', 10), ('2026-01-31', 'sign_in', 'passkey', 3),
              ('2026-01-31', 'active_user', '', 2)) AS counted (day, kind, subject, count) WHERE name = $1`;
    await sql(fixture.database.url, counts, [domain]);
    const read = (query: string) => fixture.caller.get(`/v1/domain/${domain}/usage${query}`);

    expect(await read('?from=2026-01-31&to=2026-01-31')).toMatchObject({
      status: 200,
      json: [{ date: '2026-01-31', tokens: { app: 10 }, signIns: { passkey: 3 }, activeUsers: 2 }],
    });
    expect((await read('?from=2025-11-01&to=2026-01-31')).json).toHaveLength(2);
    expect(await read('')).toMatchObject({ status: 200, json: [] });
    for (const query of ['?from=2025-10-31&to=2026-01-31', '?from=2026-02-01&to=2026-01-31', '?from=2026-02-30', '?to=tomorrow'])
      expect(await read(query)).toMatchObject({ status: 400, json: { errors: [{ pointer: query.includes('to=t') ? 'to' : 'from' }] } });
  });
});
