import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SETTINGS = { uri: 'https://app.example.com/logout?tenant=1', sessionRequired: true };
const NOT_CONFIGURED = '404 /problems/backchannel-logout-not-found';

let domain: string;
let path: string;

const fixture = useManagementFixture();

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  await fixture.caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  path = `/v1/domain/${domain}/client/web/backchannel_logout`;
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

describe('back-channel logout settings', () => {
  it('do not exist initially', async () => {
    expect([kindOf(await fixture.caller.get(path)), kindOf(await fixture.caller.delete(path))]).toEqual([NOT_CONFIGURED, NOT_CONFIGURED]);
  });

  it('are returned as stored, and replaced as a whole', async () => {
    expect(await fixture.caller.put(path, SETTINGS)).toMatchObject({ status: 204, text: '' });
    expect(await fixture.caller.get(path)).toMatchObject({ status: 200, json: SETTINGS });

    await fixture.caller.put(path, { uri: SETTINGS.uri });

    expect(await fixture.caller.get(path)).toMatchObject({ json: { ...SETTINGS, sessionRequired: false } });
  });

  it('reach the auth server through a new revision of the client, and the log with the changed properties', async () => {
    const before = await readRevision();
    await fixture.caller.put(path, SETTINGS);
    const after = await readRevision();
    await fixture.caller.put(path, SETTINGS);
    expect([after === before, await readRevision()]).toEqual([false, after]);

    await fixture.caller.delete(path);

    expect(await readRevision()).not.toBe(after);
    expect(await listLogEntries('client.backchannel_logout.updated')).toEqual([['web', ['uri', 'sessionRequired']]]);
    expect(await listLogEntries('client.backchannel_logout.deleted')).toEqual([['web', undefined]]);
  });

  it('are deleted on request and with the client', async () => {
    await fixture.caller.put(path, SETTINGS);
    expect([(await fixture.caller.delete(path)).status, kindOf(await fixture.caller.get(path))]).toEqual([204, NOT_CONFIGURED]);

    await fixture.caller.put(path, SETTINGS);
    await fixture.caller.delete(`/v1/domain/${domain}/client/web`);
    expect(kindOf(await fixture.caller.get(path))).toBe('404 /problems/client-not-found');
    await fixture.caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
    expect(kindOf(await fixture.caller.get(path))).toBe(NOT_CONFIGURED);
  });

  it('stay when the client is provisioned again', async () => {
    await fixture.caller.put(path, SETTINGS);

    await fixture.caller.put(`/v1/domain/${domain}/client/web`, { ...CLIENT, scope: 'openid email' });

    expect(await fixture.caller.get(path)).toMatchObject({ json: SETTINGS });
  });

  it.each(['GET', 'PUT', 'DELETE'])('returns 404 for a client that does not exist: %s', async (method) => {
    const body = method === 'PUT' ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(SETTINGS) } : {};

    expect(kindOf(await fixture.caller.send(path.replace('/web/', '/absent/'), { method, ...body }))).toBe(
      '404 /problems/client-not-found',
    );
  });

  it.each([
    [{ uri: 'app.example.com' }, '/uri', /^must be a URL such as/],
    [{ uri: 'http://app.example.com/logout' }, '/uri', /^must use https; http is only allowed for loopback/],
    [{ uri: 'com.example.app:/logout' }, '/uri', /^must be a URL such as/],
    [{ uri: 'https://app.example.com/logout#x' }, '/uri', /^must not have a fragment/],
    [{ uri: 'https://user@app.example.com/' }, '/uri', /^must not contain a user name/],
    [{ uri: 'https://10.0.0.1/logout' }, '/uri', /^https:\/\/10\.0\.0\.1\/logout points to an address that is not public; name an /],
    [{ uri: `https://app.example.com/${'x'.repeat(2_048)}` }, '/uri', /^must be /],
    [{ uri: undefined }, '/uri', /^must be a URL/],
    [{ sessionRequired: 'yes' }, '/sessionRequired', /^must be true or false$/],
    [{ secret: 1 }, '/secret', /^is not a property of this request$/],
  ])('rejects %j with a pointer', async (change, pointer, detail) => {
    const answer = await fixture.caller.put(path, { ...SETTINGS, ...change });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect((answer.json as { errors: unknown }).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });
});
