import { describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off', AUTH_URL: 'https://{domain}' });
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

describe('a client that registered itself', () => {
  it('is not in the document, and stays when a document is applied', async () => {
    const name = await fixture.caller.registerDomain();
    const root = `/v1/domain/${name}`;
    const [domain] = await fixture.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name]);
    const client = { domain_id: domain!.id, client_id: 'itself' };
    await fixture.rows.insert('client', client);
    await fixture.rows.insert('registered_client', client);
    const apply = (clients: object) => fixture.caller.put(`${root}/configuration`, { version: 1, clients });

    expect((await apply({ app: SERVICE })).status).toBe(200);
    const taken = await apply({ app: SERVICE, itself: SERVICE });

    const { json: document } = await fixture.caller.get(`${root}/configuration`);
    expect(Object.keys((document as { clients: object }).clients)).toEqual(['app']);
    expect(taken.json).toMatchObject({ errors: [{ pointer: '/clients/itself', detail: expect.stringMatching(/registered itself/) }] });
    // It is seen and deleted like others.
    expect((await fixture.caller.get(`${root}/client/itself`)).status).toBe(200);
    expect((await fixture.caller.delete(`${root}/client/itself`)).status).toBe(200);
    expect(await fixture.rows.count('registered_client')).toBe(0);
  });
});
