import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';
const JANE = { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe' };

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let usersPath: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

beforeEach(async () => {
  caller = management.as((await createSubscription(database.url)).apiKey);
  usersPath = `/v1/domain/${await caller.registerDomain()}/user`;
});

/** Creates a user. @returns its address */
async function createUser(username = JANE.preferredUsername, path = usersPath): Promise<string> {
  const answer = await caller.post(path, { preferredUsername: username, name: JANE.name });
  expect(answer.status).toBe(200);
  return `${path}/${(answer.json as { sub: string }).sub}`;
}

async function getUser(user: string): Promise<unknown> {
  return (await caller.get(user)).json;
}

function getStatusAndType({ status, json }: Answer): string {
  return `${status} ${(json as { type?: string } | undefined)?.type ?? ''}`;
}

function getFaults({ json }: Answer): string[] {
  return ((json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer);
}

describe('a new user', () => {
  it('gets a random sub, and is active and local', async () => {
    const answer = await caller.post(usersPath, JANE);

    const { sub } = answer.json as { sub: string };
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { sub: expect.stringMatching(UUID) } });
    expect(await getUser(`${usersPath}/${sub}`)).toEqual({
      sub,
      active: true,
      identityProvider: 'local',
      preferred_username: 'Jane.Doe-1',
      name: 'Jane Doe',
    });
  });

  it.each([
    [{}, ['/preferredUsername', '/name']],
    [{ preferredUsername: null, name: null }, ['/preferredUsername', '/name']],
    [{ ...JANE, preferredUsername: 'Jane.Doe1' }, ['/preferredUsername']],
    [{ ...JANE, preferredUsername: 'x'.repeat(257) }, ['/preferredUsername']],
    [{ ...JANE, preferredUsername: 'jane\u0000doe-1' }, ['/preferredUsername']],
    [{ ...JANE, preferredUsername: '\ufdfa'.repeat(256) }, ['/preferredUsername']],
    [{ ...JANE, preferredUsername: ['Jane.Doe-1'] }, ['/preferredUsername']],
    [{ ...JANE, name: '' }, ['/name']],
    [{ ...JANE, name: 7 }, ['/name']],
    [{ ...JANE, name: 'Jane\u0000' }, ['/name']],
    [{ ...JANE, name: 'Jane\ud800' }, ['/name']],
    [{ ...JANE, email: 'jane@example.com' }, ['/email']],
    [{ ...JANE, sub: UNKNOWN_SUB, active: false }, ['/active', '/sub']],
    [{ preferred_username: 'Jane.Doe-1', name: '' }, ['/preferred_username', '/preferredUsername', '/name']],
  ])('is not made of %j', async (request, pointers) => {
    const answer = await caller.post(usersPath, request);

    expect(getStatusAndType(answer)).toBe('400 /problems/invalid-request');
    expect(getFaults(answer).toSorted()).toEqual(pointers.toSorted());
    expect((await caller.get(usersPath)).json).toEqual([]);
  });

  it.each(['Jane.Doe-1', 'JANE.DOE-1', 'ｊａｎｅ.doe-1', 'jane.doe-１'])(
    'cannot have the username %s of another',
    async (preferredUsername) => {
      const user = await createUser();

      const answer = await caller.post(usersPath, { preferredUsername, name: 'Other' });

      expect(getStatusAndType(answer)).toBe('409 /problems/username-taken');
      expect(getFaults(answer)).toEqual(['/preferredUsername']);
      expect(await getUser(user)).toMatchObject({ preferred_username: 'Jane.Doe-1', name: 'Jane Doe' });
    },
  );

  it('can have the username of a user of another domain', async () => {
    await createUser();

    const elsewhere = await createUser(JANE.preferredUsername, `/v1/domain/${await caller.registerDomain()}/user`);

    expect(await getUser(elsewhere)).toMatchObject({ preferred_username: 'Jane.Doe-1' });
  });

  it('can have any name and the longest username', async () => {
    const request = { preferredUsername: '\u{1F600}'.repeat(256), name: '  \n\u{1F469}\u200D\u{1F4BB} 李 <b>"\\' };
    const answer = await caller.post(usersPath, request);

    const user = `${usersPath}/${(answer.json as { sub: string }).sub}`;
    expect(await getUser(user)).toMatchObject({ preferred_username: request.preferredUsername, name: request.name });
  });
});

describe('a user', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('that does not exist is 404 for %s', async (method) => {
    const elsewhere = await createUser(JANE.preferredUsername, `/v1/domain/${await caller.registerDomain()}/user`);
    const body = method === 'PATCH' ? { headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' } : {};

    for (const sub of [
      UNKNOWN_SUB,
      elsewhere.split('/').at(-1)!,
      'nobody',
      '%00',
      '1',
      `${UNKNOWN_SUB}0`,
      'é',
      `{${UNKNOWN_SUB}}`,
      UNKNOWN_SUB.replaceAll('-', ''),
    ]) {
      const answer = await caller.send(`${usersPath}/${sub}`, { method, ...body });
      expect({ sub, kind: getStatusAndType(answer) }).toEqual({ sub, kind: '404 /problems/user-not-found' });
    }
    expect(await getUser(elsewhere)).toMatchObject({ name: 'Jane Doe' });
  });

  it('is 404 in the domain of another subscription', async () => {
    const user = await createUser();
    const otherSubscription = management.as((await createSubscription(database.url)).apiKey);

    const answers = await Promise.all([
      otherSubscription.get(user),
      otherSubscription.patch(user, { a: 1 }),
      otherSubscription.delete(user),
      otherSubscription.post(usersPath, JANE),
      otherSubscription.get(usersPath),
      otherSubscription.get(user.replace(/domain\/[^/]+/, 'domain/none.example')),
    ]);

    expect(answers.map(getStatusAndType)).toEqual(answers.map(() => '404 /problems/domain-not-found'));
    expect(await getUser(user)).toEqual(expect.not.objectContaining({ a: 1 }));
  });

  it('is gone once deleted, and its username is free', async () => {
    const user = await createUser();

    const answer = await caller.delete(user);

    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(getStatusAndType(await caller.get(user))).toBe('404 /problems/user-not-found');
    expect(getStatusAndType(await caller.delete(user))).toBe('404 /problems/user-not-found');
    expect(await createUser('JANE.DOE-1')).not.toBe(user);
  });

  it('has a sub that no client can use', async () => {
    const user = await createUser();
    const sub = user.split('/').at(-1)!;
    const client = user.replace('/user/', '/client/');
    const service = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

    const answers = [await caller.put(client, service), await caller.put(client.replace(sub, sub.toUpperCase()), service)];
    const elsewhere = await caller.put(`/v1/domain/${await caller.registerDomain()}/client/${sub}`, service);

    expect(answers.map(getStatusAndType)).toEqual(['409 /problems/client-conflict', '409 /problems/client-conflict']);
    expect(getStatusAndType(await caller.get(client))).toBe('404 /problems/client-not-found');
    expect(elsewhere.status).toBe(200);
    await caller.delete(user);
    expect((await caller.put(client, service)).status).toBe(200);
  });

  it('leaves only names of operations in the log', async () => {
    const user = await createUser('secret-username-1');
    await caller.patch(user, { email: 'secret@example.com', nickname: 'secret', active: false });
    await caller.patch(user, { nickname: 'secret' });
    await caller.patch(user, { nickname: null, email: 1 });
    await caller.patch(user, { nickname: null, a: { b: 'secret' } });
    await caller.delete(user);

    const log = await sql(database.url, `SELECT type, actor_type, data FROM log_entry WHERE sub = $1 ORDER BY id`, [
      user.split('/').at(-1),
    ]);

    expect(log).toEqual([
      { type: 'user.created', actor_type: 'api_key', data: { changed: ['name', 'preferred_username'], identityProvider: null } },
      { type: 'user.updated', actor_type: 'api_key', data: { changed: ['active', 'email', 'nickname'] } },
      { type: 'user.updated', actor_type: 'api_key', data: { changed: ['a', 'nickname'] } },
      { type: 'user.deleted', actor_type: 'api_key', data: {} },
    ]);
  });
});
