import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { getViolations, useUserFixture } from './user.fixture.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';
const JANE = { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe' };

const fixture = useUserFixture();

/** Creates a user. @returns its path */
async function createUser(username = JANE.preferredUsername, path = fixture.usersPath): Promise<string> {
  const answer = await fixture.caller.post(path, { preferredUsername: username, name: JANE.name });
  expect(answer.status).toBe(200);
  return `${path}/${(answer.json as { sub: string }).sub}`;
}

async function getUser(user: string): Promise<unknown> {
  return (await fixture.caller.get(user)).json;
}

describe('new users', () => {
  it('get a random sub, and are active and local', async () => {
    const answer = await fixture.caller.post(fixture.usersPath, JANE);

    const { sub } = answer.json as { sub: string };
    expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { sub: expect.stringMatching(UUID) } });
    expect(await getUser(`${fixture.usersPath}/${sub}`)).toEqual({
      sub,
      active: true,
      identityProvider: 'local',
      preferred_username: 'Jane.Doe-1',
      name: 'Jane Doe',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      lastSignInAt: null,
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
    [{ ...JANE, sub: UNKNOWN_SUB, active: false }, ['/active']],
    [{ preferred_username: 'Jane.Doe-1', name: '' }, ['/preferred_username', '/preferredUsername', '/name']],
  ])('are not created from %j', async (request, pointers) => {
    const answer = await fixture.caller.post(fixture.usersPath, request);

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer).toSorted()).toEqual(pointers.toSorted());
    expect((await fixture.caller.get(fixture.usersPath)).json).toEqual([]);
  });

  it.each(['Jane.Doe-1', 'JANE.DOE-1', 'ｊａｎｅ.doe-1', 'jane.doe-１'])(
    'cannot have the username %s of another user',
    async (preferredUsername) => {
      const user = await createUser();

      const answer = await fixture.caller.post(fixture.usersPath, { preferredUsername, name: 'Other' });

      expect(kindOf(answer)).toBe('409 /problems/username-taken');
      expect(getViolations(answer)).toEqual(['/preferredUsername']);
      expect(await getUser(user)).toMatchObject({ preferred_username: 'Jane.Doe-1', name: 'Jane Doe' });
    },
  );

  it('can have the username of a user in another domain', async () => {
    await createUser();

    const elsewhere = await createUser(JANE.preferredUsername, `/v1/domain/${await fixture.caller.registerDomain()}/user`);

    expect(await getUser(elsewhere)).toMatchObject({ preferred_username: 'Jane.Doe-1' });
  });

  it('can have any name and the longest username', async () => {
    const request = { preferredUsername: '\u{1F600}'.repeat(256), name: '  \n\u{1F469}\u200D\u{1F4BB} 李 <b>"\\' };
    const answer = await fixture.caller.post(fixture.usersPath, request);

    const user = `${fixture.usersPath}/${(answer.json as { sub: string }).sub}`;
    expect(await getUser(user)).toMatchObject({ preferred_username: request.preferredUsername, name: request.name });
  });
});

describe('users', () => {
  it.each(['GET', 'PATCH', 'DELETE'])('returns 404 for %s if the user does not exist', async (method) => {
    const elsewhere = await createUser(JANE.preferredUsername, `/v1/domain/${await fixture.caller.registerDomain()}/user`);
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
      const answer = await fixture.caller.send(`${fixture.usersPath}/${sub}`, { method, ...body });
      expect({ sub, kind: kindOf(answer) }).toEqual({ sub, kind: '404 /problems/user-not-found' });
    }
    expect(await getUser(elsewhere)).toMatchObject({ name: 'Jane Doe' });
  });

  it('returns 404 in the domain of another subscription', async () => {
    const user = await createUser();
    const otherSubscription = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);

    const answers = await Promise.all([
      otherSubscription.get(user),
      otherSubscription.patch(user, { a: 1 }),
      otherSubscription.delete(user),
      otherSubscription.post(fixture.usersPath, JANE),
      otherSubscription.get(fixture.usersPath),
      otherSubscription.get(user.replace(/domain\/[^/]+/, 'domain/none.example')),
    ]);

    expect(answers.map(kindOf)).toEqual(answers.map(() => '404 /problems/domain-not-found'));
    expect(await getUser(user)).toEqual(expect.not.objectContaining({ a: 1 }));
  });

  it('deletes a user, and frees the username', async () => {
    const user = await createUser();

    const answer = await fixture.caller.delete(user);

    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(kindOf(await fixture.caller.get(user))).toBe('404 /problems/user-not-found');
    expect(kindOf(await fixture.caller.delete(user))).toBe('404 /problems/user-not-found');
    expect(await createUser('JANE.DOE-1')).not.toBe(user);
  });

  it('never uses the id of a client as sub', async () => {
    const user = await createUser();
    const sub = user.split('/').at(-1)!;
    const client = user.replace('/user/', '/client/');
    const service = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

    const answers = [await fixture.caller.put(client, service), await fixture.caller.put(client.replace(sub, sub.toUpperCase()), service)];
    const elsewhere = await fixture.caller.put(`/v1/domain/${await fixture.caller.registerDomain()}/client/${sub}`, service);

    expect(answers.map(kindOf)).toEqual(['409 /problems/client-conflict', '409 /problems/client-conflict']);
    expect(kindOf(await fixture.caller.get(client))).toBe('404 /problems/client-not-found');
    expect(elsewhere.status).toBe(200);
    await fixture.caller.delete(user);
    expect((await fixture.caller.put(client, service)).status).toBe(200);
  });

  it('logs only the names of operations', async () => {
    const user = await createUser('secret-username-1');
    await fixture.caller.patch(user, { email: 'secret@example.com', nickname: 'secret', active: false });
    await fixture.caller.patch(user, { nickname: 'secret' });
    await fixture.caller.patch(user, { nickname: null, email: 1 });
    await fixture.caller.patch(user, { nickname: null, a: { b: 'secret' } });
    const listEvents = async () => {
      const { json } = await fixture.caller.get(`${user.replace(/user.*/, 'log')}?user=${user.split('/').at(-1)}`);
      return (json as { type: string; data: object }[]).toReversed().map(({ type, data }) => [type, data]);
    };
    const kept = await listEvents();
    await fixture.caller.delete(user);

    const salt = expect.any(String);
    expect(kept).toEqual([
      ['user.created', { changed: ['name', 'preferred_username'], identityProvider: null, salt }],
      ['user.updated', { changed: ['active', 'email', 'nickname'], active: false, salt }],
      ['user.updated', { changed: ['a', 'nickname'], active: null, salt }],
    ]);
    const erased = { erased: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(await listEvents()).toEqual([...kept.map(([type]) => [type, erased]), ['user.deleted', {}]]);
  });
});
