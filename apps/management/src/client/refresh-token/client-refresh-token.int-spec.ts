import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { useManagementFixture } from '../../../../../test/support/management-fixture.js';
import { sql } from '../../../../../test/support/sql.js';

const CLIENT = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid offline_access' };
const DEFAULT = { leewaySeconds: 0 };

let domain: string;
let path: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  await fixture.caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  path = `/v1/domain/${domain}/client/web/refresh-token`;
});

async function readRevision(): Promise<unknown> {
  const [row] = await sql(
    fixture.database.url,
    'SELECT client.revision FROM client JOIN domain ON domain.id = domain_id WHERE domain.name = $1',
    [domain],
  );
  return row!['revision'];
}

async function listLogEntries(type: string): Promise<unknown[]> {
  const { json } = await fixture.caller.get(`/v1/domain/${domain}/log?type=${type}`);
  return (json as { client: string; data: { changed?: string[] } }[]).map(({ client, data }) => [client, data.changed]);
}

describe('refresh token settings of a client', () => {
  it('have defaults, and are created by PUT, replaced, and deleted', async () => {
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: DEFAULT });
    expect(await fixture.caller.put(path, { leewaySeconds: 10 })).toMatchObject({ status: 201, text: '' });
    expect(await fixture.caller.put(path, { leewaySeconds: 60 })).toMatchObject({ status: 204, text: '' });
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: { leewaySeconds: 60 } });
    expect((await fixture.caller.delete(path)).status).toBe(204);
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: DEFAULT });
  });

  it('are created once with If-None-Match: *', async () => {
    const create = () =>
      fixture.caller.send(path, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
        body: JSON.stringify(DEFAULT),
      });

    expect([kindOf(await create()), kindOf(await create())]).toEqual(['201', '412 /problems/precondition-failed']);
  });

  it.each([{}, { leewaySeconds: null }, { leewaySeconds: 61 }, { leewaySeconds: -1 }, { leewaySeconds: 1.5 }, { leewaySeconds: '1' }])(
    'reject %j',
    async (body) => {
      const { status, json } = await fixture.caller.put(path, body);

      const errors = [{ pointer: '/leewaySeconds', detail: 'must be a whole number of seconds from 0 to 60' }];
      expect([status, json]).toEqual([400, expect.objectContaining({ errors })]);
    },
  );

  it('reject invalid and unknown properties', async () => {
    const { json } = await fixture.caller.put(path, { leewaySeconds: 61, reuse: true });

    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/leewaySeconds',
      '/reuse',
    ]);
  });

  it('reach the auth server through a new revision of the client, and the log', async () => {
    const before = await readRevision();
    await fixture.caller.put(path, { leewaySeconds: 5 });
    const after = await readRevision();
    await fixture.caller.put(path, { leewaySeconds: 5 });
    expect([after === before, await readRevision()]).toEqual([false, after]);

    await fixture.caller.delete(path);
    await fixture.caller.delete(path);

    expect(await readRevision()).not.toBe(after);
    expect(await listLogEntries('client.refresh_token.updated')).toEqual([['web', ['leewaySeconds']]]);
    expect(await listLogEntries('client.refresh_token.deleted')).toEqual([['web', undefined]]);
  });

  it('survive a PUT of the client, and are deleted with it', async () => {
    await fixture.caller.put(path, { leewaySeconds: 5 });
    await fixture.caller.put(`/v1/domain/${domain}/client/web`, { ...CLIENT, scope: 'openid' });
    expect((await fixture.caller.get(path)).json).toEqual({ leewaySeconds: 5 });

    await fixture.caller.delete(`/v1/domain/${domain}/client/web`);
    expect(kindOf(await fixture.caller.get(path))).toBe('404 /problems/client-not-found');
    await fixture.caller.put(`/v1/domain/${domain}/client/web`, CLIENT);

    expect((await fixture.caller.get(path)).json).toEqual(DEFAULT);
  });
});
