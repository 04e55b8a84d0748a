import { describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });

describe('the secrets of a client', () => {
  it('limits a client to 100 valid secrets', async () => {
    const path = `/v1/domain/${await fixture.caller.registerDomain()}/client/shop`;
    await fixture.caller.put(path, { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' });
    await fixture.rows.query(
      `INSERT INTO client_secret (domain_id, client_id, hash) SELECT domain_id, client_id, sha256(n::text::bytea) FROM client, generate_series(1, 98) AS n`,
    );

    expect((await fixture.caller.post(`${path}/secret`, { overlapSeconds: 60 })).status).toBe(201);
    const refused = await fixture.caller.post(`${path}/secret`, { overlapSeconds: 60 });

    expect([refused.status, (refused.json as { detail: string }).detail]).toEqual([
      409,
      'shop has the maximum of 100 valid secrets. Delete one first.',
    ]);
  });
});
