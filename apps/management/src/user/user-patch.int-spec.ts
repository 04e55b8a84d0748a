import { describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { getViolations, useUserFixture } from './user.fixture.js';

const fixture = useUserFixture();

/** Creates a user. @returns its path */
async function createUser(preferredUsername = 'Jane.Doe-1'): Promise<string> {
  const { json } = await fixture.caller.post(fixture.usersPath, { preferredUsername, name: 'Jane Doe' });
  return `${fixture.usersPath}/${(json as { sub: string }).sub}`;
}

async function getUser(user: string): Promise<unknown> {
  return (await fixture.caller.get(user)).json;
}

/** Sends a patch unchanged, because JSON text can contain what no JavaScript object has. */
function sendPatch(user: string, text: string, type = 'application/merge-patch+json'): Promise<Answer> {
  return fixture.caller.send(user, { method: 'PATCH', headers: { 'Content-Type': type }, body: text });
}

describe('PATCH of a user', () => {
  it.each(['application/json', 'application/merge-patch+json', 'application/merge-patch+json; charset=utf-8'])(
    'accepts the type %s',
    async (type) => {
      const user = await createUser();

      const answer = await sendPatch(user, '{"nickname":"JD"}', type);

      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
      expect(await getUser(user)).toMatchObject({ nickname: 'JD', name: 'Jane Doe' });
    },
  );

  it.each(['application/json-patch+json', 'text/plain', 'application/x-www-form-urlencoded'])('rejects the type %s', async (type) => {
    const answer = await sendPatch(await createUser(), '{"nickname":"JD"}', type);

    expect(kindOf(answer)).toBe('415 /problems/unsupported-media-type');
    expect(answer.headers['accept']).toBe('application/json, application/merge-patch+json');
  });

  it.each(['null', '[]', '"text"', '1', 'true', '[{"a":1}]'])('requires an object, not %s', async (body) => {
    const answer = await sendPatch(await createUser(), body);

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer)).toEqual(['']);
  });

  it('rejects an empty body', async () => {
    expect(kindOf(await fixture.caller.send(await createUser(), { method: 'PATCH' }))).toBe('400 /problems/invalid-request');
  });

  it('ends links that went to a former address, and no others', async () => {
    const user = await createUser();
    const createLink = () => fixture.caller.post(`${user}/magiclink`, { redirectUri: 'https://app.example.com/' });
    const isOfDomain = `domain_id = (SELECT id FROM domain WHERE name = '${user.split('/')[3]}')`;
    const countLinks = () => fixture.rows.count('magic_link', `used_at IS NULL AND ${isOfDomain}`);
    await createLink();
    await fixture.caller.patch(user, { email: 'jane@example.com', nickname: 'JD' });
    const first = await countLinks();
    await fixture.caller.patch(user, { email: 'jane@example.org' });
    const changed = await countLinks();
    await fixture.caller.patch(user, { phone_number: '+14255551212' });
    await createLink();
    await fixture.caller.patch(user, { phone_number: null });

    expect([first, changed, await countLinks()]).toEqual([1, 0, 0]);
  });

  it('changes named members, removes null ones, and leaves the rest unchanged', async () => {
    const user = await createUser();
    const first = { address: { country: 'DE', locality: 'Berlin' }, roles: ['a', 'b'], n: 0, flag: false, text: '', 'a b/c~d': { '': [] } };
    await fixture.caller.patch(user, first);

    const answer = await fixture.caller.patch(user, {
      address: { locality: null, x: { y: null } },
      roles: [{ z: null }],
      text: null,
      name: null,
      nobody: null,
    });

    expect(answer.status).toBe(204);
    expect(await getUser(user)).toEqual({
      sub: user.split('/').at(-1),
      active: true,
      identityProvider: 'local',
      createdAt: expect.any(String),
      lastSignInAt: null,
      preferred_username: 'Jane.Doe-1',
      address: { country: 'DE', x: {} },
      roles: [{ z: null }],
      n: 0,
      flag: false,
      'a b/c~d': { '': [] },
    });
  });

  it('stores OpenID Connect claims, and those reserved for tokens', async () => {
    const user = await createUser();
    const claims = {
      birthdate: '0000-12-31',
      email: 'jane.doe@example.com',
      email_verified: true,
      family_name: 'Doe',
      gender: 'female',
      given_name: 'Jane',
      locale: 'en-US',
      middle_name: 'Q.',
      nickname: 'JD',
      phone_number: '+14255551212',
      phone_number_verified: false,
      picture: 'https://example.com/jane.png?size=64#face',
      preferred_username: 'Jane.Doe-2',
      profile: 'https://example.com/jane',
      updated_at: 1_311_280_970,
      website: 'http://[2001:db8::1]:8080/',
      zoneinfo: 'America/Los_Angeles',
      iss: 'a',
      aud: ['b'],
      exp: 1,
      iat: 2,
      auth_time: 3,
      nonce: 'c',
      acr: 'd',
      amr: ['e'],
    };

    expect((await fixture.caller.patch(user, claims)).status).toBe(204);

    expect(await getUser(user)).toEqual({
      sub: user.split('/').at(-1),
      active: true,
      identityProvider: 'local',
      createdAt: expect.any(String),
      lastSignInAt: null,
      name: 'Jane Doe',
      ...claims,
    });
  });

  it('rejects a name that is special to programs', async () => {
    const user = await createUser();
    const text =
      '{"__proto__":{"polluted":{"a":1}},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":7,"then":"y","toJSON":"z"}';

    expect((await sendPatch(user, text)).status).toBe(204);
    expect((await sendPatch(user, '{"__proto__":{"polluted":{"a":null,"b":2}},"toString":null}')).status).toBe(204);

    const { text: stored } = await fixture.caller.get(user);
    expect(stored).toContain('"__proto__":{"polluted":{"b":2}}');
    expect(stored).toContain('"constructor":{"prototype":{"polluted":1}}');
    expect(stored).not.toContain('toString');
    const other = await createUser('another-user');
    expect((await fixture.caller.get(other)).text).not.toContain('polluted');
  });

  it('rejects a patch with all errors, and changes nothing', async () => {
    const user = await createUser();
    const before = await getUser(user);
    const text =
      '{"good":1,"sub":"x","identityProvider":"google","active":1,"preferred_username":"short","email":"nobody","half":0.5,"huge":9007199254740993,' +
      '"beyond":1e400,"deep":{"a":[{"b":"\\u0000"}]},"\\ud800":1,"":2,"email_verified":"true","name":""}';

    const answer = await sendPatch(user, text);

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer)).toEqual([
      '/sub',
      '/identityProvider',
      '/active',
      '/preferred_username',
      '/email',
      '/half',
      '/huge',
      '/beyond',
      '/deep/a/0/b',
      '/\ud800',
      '/',
      '/email_verified',
      '/name',
    ]);
    expect(await getUser(user)).toEqual(before);
  });

  it('limits attributes to 64 KiB, whatever the number of patches', async () => {
    const user = await createUser();
    const half = 'ä'.repeat(15_000);
    expect((await fixture.caller.patch(user, { one: half, two: half })).status).toBe(204);
    const before = await getUser(user);

    const answer = await fixture.caller.patch(user, { small: 1, three: half });

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect((answer.json as { errors: object[] }).errors).toEqual([
      { pointer: '/three', detail: expect.stringMatching(/^must leave the user with at most 65536 bytes of attributes, not 9\d{4}$/) },
    ]);
    expect(await getUser(user)).toEqual(before);
    expect((await fixture.caller.patch(user, { one: null, three: half })).status).toBe(204);
  });

  it('accepts any change except growth for a user who already exceeds the limit', async () => {
    const user = await createUser();
    const large = JSON.stringify({ large: 'x'.repeat(200_000) });
    await fixture.rows.query('UPDATE end_user SET attributes = attributes || $1::jsonb WHERE sub = $2', [large, user.split('/').at(-1)]);

    expect(getViolations(await fixture.caller.patch(user, { nickname: 'Jane' }))).toEqual(['/nickname']);
    expect((await fixture.caller.patch(user, { active: false })).status).toBe(204);
    expect((await fixture.caller.patch(user, { large: 'x'.repeat(100_000) })).status).toBe(204);
    expect((await fixture.caller.patch(user, { large: null, nickname: 'Jane' })).status).toBe(204);
  });

  it('rejects a repeated attribute', async () => {
    const user = await createUser();

    const answer = await sendPatch(user, '{"a":1,"b":{"c":1,"c":2},"\\u0061":2}');

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer)).toEqual(['/b/c', '/a']);
    expect(await getUser(user)).not.toHaveProperty('a');
  });

  it('limits a user to 150 attributes', async () => {
    const user = await createUser();
    const createAttributes = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_none, n) => [`a${from + n}`, n]));

    expect((await fixture.caller.patch(user, createAttributes(148))).status).toBe(204);
    const tooMany = await fixture.caller.patch(user, { a0: 'changed', b: 1 });
    expect(getViolations(tooMany)).toEqual(['']);
    expect(await getUser(user)).toMatchObject({ a0: 0 });
    expect((await fixture.caller.patch(user, { a0: 'changed', active: false })).status).toBe(204);
    expect((await fixture.caller.patch(user, { a0: null, b: 1 })).status).toBe(204);
    expect(Object.keys((await getUser(user)) as object)).toHaveLength(155);
    expect(kindOf(await fixture.caller.patch(await createUser('another-user'), createAttributes(149)))).toBe(
      '400 /problems/invalid-request',
    );
  });

  it('limits the nesting to 16 levels', async () => {
    const user = await createUser();

    expect((await sendPatch(user, `{"a":${'['.repeat(16)}${']'.repeat(16)}}`)).status).toBe(204);
    expect(getViolations(await sendPatch(user, `{"a":${'['.repeat(17)}${']'.repeat(17)}}`))).toEqual([`/a${'/0'.repeat(16)}`]);
    expect(getViolations(await sendPatch(user, `{"a":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`))).toEqual(['']);
  });

  it("cannot assign another user's username, or remove a user's own", async () => {
    const [jane, joe] = [await createUser(), await createUser('joe.doe-77')];
    await fixture.caller.patch(joe, { email: 'joe@example.com' });

    const taken = await fixture.caller.patch(joe, { preferred_username: 'JANE.doe-1', email: 'jane@example.com' });
    const removed = await fixture.caller.patch(joe, { preferred_username: null });

    expect(kindOf(taken)).toBe('409 /problems/username-taken');
    expect(getViolations(taken)).toEqual(['/preferred_username']);
    expect(getViolations(removed)).toEqual(['/preferred_username']);
    expect(await getUser(joe)).toMatchObject({ preferred_username: 'joe.doe-77', email: 'joe@example.com' });
    expect((await fixture.caller.patch(jane, { preferred_username: 'JANE.DOE-1' })).status).toBe(204);
    expect((await fixture.caller.patch(joe, { preferred_username: 'Joe.Doe-78' })).status).toBe(204);
    expect(await createUser('JOE.DOE-77')).not.toBe(joe);
  });

  it('deactivates a user, and activates them again', async () => {
    const user = await createUser();

    expect((await fixture.caller.patch(user, { active: false })).status).toBe(204);
    expect(await getUser(user)).toMatchObject({ active: false });
    expect((await fixture.caller.get(fixture.usersPath)).json).toMatchObject([{ active: false }]);
    expect((await fixture.caller.patch(user, { active: true, nickname: 'JD' })).status).toBe(204);
    expect(await getUser(user)).toMatchObject({ active: true, nickname: 'JD' });
  });

  it('keeps the time of the last change if nothing changes', async () => {
    const user = await createUser();

    for (const patch of [{}, { name: 'Jane Doe' }, { nobody: null }, { active: true }])
      expect((await fixture.caller.patch(user, patch)).status).toBe(204);

    const [row] = await sql<{ same: boolean }>(
      fixture.database.url,
      'SELECT updated_at = created_at OR updated_at - created_at < interval $$1 ms$$ AS same FROM end_user WHERE sub = $1',
      [user.split('/').at(-1)],
    );
    expect(row).toEqual({ same: true });
  });
});
