import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Auth } from '../../../../test/support/auth.js';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { provisionClient, type ServiceClient } from '../../../../test/support/service-client.js';
import { startStack, type Stack } from '../../../../test/support/stack.js';

interface ListedSecret {
  id: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Records each write of a secret's last use as a row. */
const COUNT_WRITES = `
  CREATE TABLE secret_use_write (secret_id uuid);
  CREATE FUNCTION count_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO secret_use_write VALUES (NEW.secret_id); RETURN NULL; END $$;
  CREATE TRIGGER count_writes AFTER INSERT OR UPDATE ON client_secret_use FOR EACH ROW EXECUTE FUNCTION count_write()`;

let stack: Stack;
let caller: Caller;
let auth: Auth;
let rows: Rows;
/** A provisioned client with one secret. */
let client: ServiceClient;
let secrets: string;

beforeAll(async () => {
  stack = await startStack({ WORKER: 'off' });
  ({ caller, auth } = stack);
  rows = new Rows(stack.database.url);
});

afterAll(async () => {
  await rows.end();
  await stack.stop();
});

beforeEach(async () => {
  client = await provisionClient(caller, await caller.registerDomain());
  secrets = `/v1/domain/${client.domain}/client/${client.clientId}/secret`;
});

async function list(): Promise<ListedSecret[]> {
  return (await caller.get(secrets)).json as ListedSecret[];
}

/** Adds a secret. @returns the client with the new secret */
async function add(body?: object): Promise<ServiceClient & { id: string }> {
  const { status, json } = await caller.post(secrets, body);
  expect({ status, json }).toEqual({ status: 201, json: { id: UUID, clientSecret: expect.stringMatching(/^[\w-]{43}$/) } });
  return { ...client, ...(json as { id: string; clientSecret: string }) };
}

/** The response to a token request with the secret. */
async function token(credentials: ServiceClient): Promise<string> {
  const { status, json } = await auth.requestToken(client.domain, credentials);
  return status === 200 ? 'token' : `${status} ${(json as { error: string }).error}`;
}

/** Expires a secret in the database and in every cache. */
async function elapse(id: string): Promise<void> {
  await rows.query(`UPDATE client_secret SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
  await rows.query(`UPDATE client SET revision = nextval('revision') WHERE client_id = $1`, [client.clientId]);
}

describe('additional client secrets', () => {
  it.each([undefined, {}, { overlapSeconds: null }, { overlapSeconds: 0 }])(
    'added with %j, replaces the other secrets from the next token request',
    async (body) => {
      expect(await token(client)).toBe('token');

      const renewed = await add(body);

      expect([await token(client), await token(renewed)]).toEqual(['401 invalid_client', 'token']);
      expect(await list()).toMatchObject([{ id: renewed.id, expiresAt: null }]);
    },
  );

  it('keeps the other secrets valid only for the overlap', async () => {
    const renewed = await add({ overlapSeconds: 3_600 });
    const [first, second] = await list();

    expect([await token(client), await token(renewed)]).toEqual(['token', 'token']);
    const remaining = (Date.parse(first!.expiresAt!) - Date.now()) / 1_000;
    expect(remaining).toBeGreaterThan(3_590);
    expect(remaining).toBeLessThanOrEqual(3_600);
    expect(second).toMatchObject({ id: renewed.id, expiresAt: null });

    await elapse(first!.id);

    expect([await token(client), await token(renewed)]).toEqual(['401 invalid_client', 'token']);
    expect((await list()).map(({ id }) => id)).toEqual([renewed.id]);
  });

  it('never extends a secret that expires sooner', async () => {
    await add({ overlapSeconds: 60 });
    const [soon] = await list();
    await add({ overlapSeconds: 2_592_000 });

    const [first, second, third] = await list();

    expect(first).toEqual(soon);
    expect(Date.parse(second!.expiresAt!) - Date.now()).toBeGreaterThan(2_591_000_000);
    expect(third!.expiresAt).toBeNull();
  });

  it('keeps the secret when the client is provisioned again', async () => {
    const renewed = await add({ overlapSeconds: 60 });

    await provisionClient(caller, client.domain, { configuration: { scope: 'other' } });

    expect([await token(client), await token(renewed)]).toEqual(['token', 'token']);
  });

  it('can be those that a client has from another service', async () => {
    const secret = 'p3/Q~ eVq8%2B+KcX:sW4dZ9rT0yUa"b\\c=';

    const { status, json } = await caller.post(secrets, { secret, overlapSeconds: 60 });

    expect({ status, json }).toEqual({ status: 201, json: { id: UUID, clientSecret: secret } });
    expect([await token(client), await token({ ...client, clientSecret: encodeURIComponent(secret) })]).toEqual(['token', 'token']);
  });

  it('must be random if they are imported', async () => {
    expect(await caller.post(secrets, { secret: 'f'.repeat(64) })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/secret' }] },
    });
  });

  it.each([
    ['short-but-random-8fK2pQ', 'must be 32 to 256 printable ASCII characters'],
    ['f'.repeat(64), 'must be random: it has too few different characters'],
    [`${'ab'.repeat(15)}é1`, 'must be 32 to 256 printable ASCII characters'],
    ['0123456789abcdef'.repeat(17), 'must be 32 to 256 printable ASCII characters'],
    [42, 'must be 32 to 256 printable ASCII characters'],
  ])('is not %j, which the answer does not repeat', async (secret, detail) => {
    const answer = await caller.post(secrets, { secret, overlapSeconds: -1 });

    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/overlapSeconds' }, { pointer: '/secret', detail }] } });
    expect(answer.text).not.toContain(String(secret));
    expect(await token(client)).toBe('token');
  });

  it('creates a secret of 256 bits, and stores only its hash', async () => {
    const { clientSecret, id } = await add();

    const [stored] = await rows.query<{ hash: Buffer }>('SELECT hash FROM client_secret WHERE id = $1', [id]);

    expect(stored!.hash).toEqual(createHash('sha256').update(clientSecret).digest());
  });

  it.each([-1, 2_592_001, 0.5, '60', true, [], {}, 1e308])('rejects overlapSeconds %j, and changes nothing', async (value) => {
    const before = await list();

    const answer = await caller.post(secrets, { overlapSeconds: value });

    expect(answer.json).toMatchObject({
      type: '/problems/invalid-request',
      errors: [{ pointer: '/overlapSeconds', detail: 'must be a whole number of seconds from 0 to 2592000' }],
    });
    expect(await list()).toEqual(before);
    expect(await token(client)).toBe('token');
  });

  it('leaves one valid secret after a race without overlap, and it is one of those returned', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add()));

    const live = await list();

    expect(live).toHaveLength(1);
    const outcomes = await Promise.all(answers.map(async (each) => [each.id, await token(each)] as const));
    expect(outcomes.filter(([, outcome]) => outcome === 'token')).toEqual([[live[0]!.id, 'token']]);
    expect(await token(client)).toBe('401 invalid_client');
  });
});

describe('list of secrets', () => {
  it('lists the valid secrets, oldest first, without the secrets themselves', async () => {
    const added = [await add({ overlapSeconds: 600 }), await add({ overlapSeconds: 600 }), await add({ overlapSeconds: 600 })];

    const { json, text } = await caller.get(secrets);

    const ids = added.map(({ id }) => id);
    expect(json).toEqual([
      { id: UUID, createdAt: TIME, expiresAt: TIME, lastUsedAt: null },
      { id: ids[0], createdAt: TIME, expiresAt: TIME, lastUsedAt: null },
      { id: ids[1], createdAt: TIME, expiresAt: TIME, lastUsedAt: null },
      { id: ids[2], createdAt: TIME, expiresAt: null, lastUsedAt: null },
    ]);
    for (const { clientSecret } of [client, ...added]) {
      const hash = createHash('sha256').update(clientSecret).digest();
      for (const word of [clientSecret, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]) {
        expect(text).not.toContain(word);
      }
    }
  });

  it("shows the time of each secret's last use within seconds, without a write for each token", async () => {
    await rows.query(COUNT_WRITES);
    const unused = await add({ overlapSeconds: 600 });
    const before = Date.now();

    for (let round = 0; round < 20; round += 1)
      expect(await Promise.all(Array.from({ length: 10 }, () => token(client)))).not.toContain('401 invalid_client');

    const [used, other] = await eventually(async () => {
      const both = await list();
      return both[0]!.lastUsedAt !== null && both;
    });
    expect(Date.parse(used!.lastUsedAt!)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(used!.lastUsedAt!)).toBeLessThanOrEqual(Date.now());
    expect(other).toMatchObject({ id: unused.id, lastUsedAt: null });
    // One write every five seconds, for as long as a busy machine needs for two hundred tokens.
    expect(await rows.count('secret_use_write', `secret_id = '${used!.id}'`)).toBeLessThanOrEqual(2 + (Date.now() - before) / 5_000);
  });

  it('is empty for a public client', async () => {
    const path = `/v1/domain/${client.domain}/client/app`;
    await caller.put(path, { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });

    expect((await caller.get(`${path}/secret`)).json).toEqual([]);
  });
});

describe('deleted secrets', () => {
  it('are rejected from the next token request; the others stay valid', async () => {
    const renewed = await add({ overlapSeconds: 600 });
    const [first] = await list();
    expect([await token(client), await token(renewed)]).toEqual(['token', 'token']);

    const { status, text } = await caller.delete(`${secrets}/${first!.id.toUpperCase()}`);

    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect([await token(client), await token(renewed)]).toEqual(['401 invalid_client', 'token']);
    expect((await list()).map(({ id }) => id)).toEqual([renewed.id]);
  });

  it('can be the last one: the client then gets no token until it has another', async () => {
    const [only] = await list();

    await caller.delete(`${secrets}/${only!.id}`);

    expect(await list()).toEqual([]);
    expect(await token(client)).toBe('401 invalid_client');
    expect(await token(await add())).toBe('token');
  });

  it('returns 404 for a deleted, expired or unknown secret', async () => {
    await add({ overlapSeconds: 600 });
    const [first, second] = await list();
    await elapse(first!.id);
    await caller.delete(`${secrets}/${second!.id}`);

    for (const id of [first!.id, second!.id, NOBODY, 'x', '0', '%00', `${second!.id}0`, '%F0%9F%98%80', "';--"]) {
      expect(kindOf(await caller.delete(`${secrets}/${id}`))).toBe('404 /problems/client-secret-not-found');
    }
    expect(await rows.count('client_secret', `id = '${first!.id}'`)).toBe(1);
  });

  it('returns 404 for a secret under the id of another client of the domain', async () => {
    await provisionClient(caller, client.domain, { clientId: 'other' });
    const [first] = await list();

    expect(kindOf(await caller.delete(`/v1/domain/${client.domain}/client/other/secret/${first!.id}`))).toBe(
      '404 /problems/client-secret-not-found',
    );
    expect(await token(client)).toBe('token');
  });
});

describe('secrets of a client', () => {
  it('return 404 for an unknown client', async () => {
    const path = `/v1/domain/${client.domain}/client/absent/secret`;

    for (const answer of [await caller.get(path), await caller.post(path), await caller.delete(`${path}/${NOBODY}`)]) {
      expect(kindOf(answer)).toBe('404 /problems/client-not-found');
    }
  });

  it('return 400 for an invalid client id', async () => {
    const path = `/v1/domain/${client.domain}/client/a%20b/secret`;

    for (const answer of [await caller.get(path), await caller.post(path), await caller.delete(`${path}/${NOBODY}`)]) {
      expect(answer.json).toMatchObject({ type: '/problems/invalid-request', errors: [{ pointer: 'clientId' }] });
    }
  });

  it('exist only for confidential clients', async () => {
    const path = `/v1/domain/${client.domain}/client/app`;
    await caller.put(path, { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });

    expect((await caller.post(`${path}/secret`)).json).toMatchObject({
      type: '/problems/client-conflict',
      status: 409,
      detail: 'app is a Public client, which cannot keep a secret (RFC 6749 section 2.1).',
    });
    expect(kindOf(await caller.delete(`${path}/secret/${NOBODY}`))).toBe('404 /problems/client-secret-not-found');
    expect(await rows.count('client_secret', `client_id = 'app'`)).toBe(0);
  });

  it('are logged without the secrets themselves', async () => {
    const { id, clientSecret } = await add();
    await caller.delete(`${secrets}/${id.toUpperCase()}`);
    await caller.post(secrets, { overlapSeconds: -1 });
    await caller.delete(`${secrets}/${id}`);

    const { json, text } = await caller.get(`/v1/domain/${client.domain}/log`);

    expect(json).toMatchObject([
      { type: 'client.secret.deleted', client: client.clientId, data: { secretId: id } },
      { type: 'client.secret.rotated', client: client.clientId, data: { secretId: id } },
      { type: 'client.created' },
      { type: 'domain.created' },
    ]);
    expect(text).not.toContain(clientSecret);
  });
});
