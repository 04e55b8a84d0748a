import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { kindOf } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SETTINGS = { uri: 'https://app.example.com/logout?tenant=1', sessionRequired: true };
const NOT_CONFIGURED = '404 /problems/backchannel-logout-not-found';

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  caller = management.as((await createSubscription(database.url)).apiKey);
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  await caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  path = `/v1/domain/${domain}/client/web/backchannel_logout`;
});

async function readRevision(): Promise<unknown> {
  const [row] = await sql(database.url, 'SELECT client.revision FROM client JOIN domain ON domain.id = domain_id WHERE domain.name = $1', [
    domain,
  ]);
  return row!['revision'];
}

async function listLogEntries(type: string): Promise<unknown[]> {
  const { json } = await caller.get(`/v1/domain/${domain}/log?type=${type}`);
  return (json as { client: string; data: { changed?: string[] } }[]).map(({ client, data }) => [client, data.changed]);
}

describe('the back-channel logout of a client', () => {
  it('is nowhere at first', async () => {
    expect([kindOf(await caller.get(path)), kindOf(await caller.delete(path))]).toEqual([NOT_CONFIGURED, NOT_CONFIGURED]);
  });

  it('is returned as stored, and replaced as a whole', async () => {
    expect(await caller.put(path, SETTINGS)).toMatchObject({ status: 204, text: '' });
    expect(await caller.get(path)).toMatchObject({ status: 200, json: SETTINGS });

    await caller.put(path, { uri: SETTINGS.uri });

    expect(await caller.get(path)).toMatchObject({ json: { ...SETTINGS, sessionRequired: false } });
  });

  it('reaches the auth server by a new revision of the client, and the log by what changed', async () => {
    const before = await readRevision();
    await caller.put(path, SETTINGS);
    const after = await readRevision();
    await caller.put(path, SETTINGS);
    expect([after === before, await readRevision()]).toEqual([false, after]);

    await caller.delete(path);

    expect(await readRevision()).not.toBe(after);
    expect(await listLogEntries('client.backchannel_logout.updated')).toEqual([['web', ['uri', 'sessionRequired']]]);
    expect(await listLogEntries('client.backchannel_logout.deleted')).toEqual([['web', undefined]]);
  });

  it('is removed everywhere once it is deleted, or its client is', async () => {
    await caller.put(path, SETTINGS);
    expect([(await caller.delete(path)).status, kindOf(await caller.get(path))]).toEqual([204, NOT_CONFIGURED]);

    await caller.put(path, SETTINGS);
    await caller.delete(`/v1/domain/${domain}/client/web`);
    expect(kindOf(await caller.get(path))).toBe('404 /problems/client-not-found');
    await caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
    expect(kindOf(await caller.get(path))).toBe(NOT_CONFIGURED);
  });

  it('stays when the client is provisioned again', async () => {
    await caller.put(path, SETTINGS);

    await caller.put(`/v1/domain/${domain}/client/web`, { ...CLIENT, scope: 'openid email' });

    expect(await caller.get(path)).toMatchObject({ json: SETTINGS });
  });

  it.each(['GET', 'PUT', 'DELETE'])('is not found if the client does not exist: %s', async (method) => {
    const body = method === 'PUT' ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(SETTINGS) } : {};

    expect(kindOf(await caller.send(path.replace('/web/', '/absent/'), { method, ...body }))).toBe('404 /problems/client-not-found');
  });

  it.each([
    [{ uri: 'app.example.com' }, '/uri', /^must be an address such as/],
    [{ uri: 'http://app.example.com/logout' }, '/uri', /^must use https; http is for loopback/],
    [{ uri: 'com.example.app:/logout' }, '/uri', /^must be an address such as/],
    [{ uri: 'https://app.example.com/logout#x' }, '/uri', /^must not have a fragment/],
    [{ uri: 'https://user@app.example.com/' }, '/uri', /^must not contain a user name/],
    [{ uri: 'https://10.0.0.1/logout' }, '/uri', /^https:\/\/10\.0\.0\.1\/logout leads to an address that is not public; name an /],
    [{ uri: `https://app.example.com/${'x'.repeat(2_048)}` }, '/uri', /^must be /],
    [{ uri: undefined }, '/uri', /^must be an address/],
    [{ sessionRequired: 'yes' }, '/sessionRequired', /^must be true or false$/],
    [{ secret: 1 }, '/secret', /^is not a property of this request$/],
  ])('is refused with a pointer: %j', async (fault, pointer, detail) => {
    const answer = await caller.put(path, { ...SETTINGS, ...fault });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect((answer.json as { errors: unknown }).errors).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });
});
