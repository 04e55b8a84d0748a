import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { getViolations, useUserFixture } from './user.fixture.js';

const SUB = '3f1c9d52-5f0e-4c3a-9a51-6b1f4d0e7c21';
const TEXT = 'maya.k~7';
const JANE = { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe' };
const JOHN = { preferredUsername: 'John.Doe-1', name: 'John Doe' };
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

const fixture = useUserFixture();

describe('a new user with a chosen sub and attributes', () => {
  it('has them', async () => {
    const attributes = { email: 'jane@example.com', email_verified: true, level: 3, address: { country: 'DE' }, nickname: null };

    const created = await fixture.caller.post(fixture.usersPath, { ...JANE, sub: SUB.toUpperCase(), attributes });

    expect({ status: created.status, json: created.json }).toEqual({ status: 200, json: { sub: SUB } });
    const { nickname: _nickname, ...stored } = attributes;
    expect((await fixture.caller.get(`${fixture.usersPath}/${SUB}`)).json).toEqual({
      sub: SUB,
      active: true,
      identityProvider: 'local',
      preferred_username: JANE.preferredUsername,
      name: JANE.name,
      ...stored,
      createdAt: expect.any(String),
      lastSignInAt: null,
    });
    expect((await fixture.caller.get(`${fixture.usersPath}?search=jane@example.com`)).json).toMatchObject([{ sub: SUB }]);
    const { json } = await fixture.caller.get(`${fixture.usersPath.replace(/user$/, 'log')}?type=user.created`);
    const changed = ['address', 'email', 'email_verified', 'level', 'name', 'preferred_username'];
    expect(json).toMatchObject([{ data: { changed } }]);
  });

  it.each([
    [{ sub: 'jane@example.com' }, ['/sub']],
    [{ sub: '..' }, ['/sub']],
    [{ sub: 'x'.repeat(129) }, ['/sub']],
    [{ sub: 7, attributes: [] }, ['/attributes', '/sub']],
    [{ attributes: 'email' }, ['/attributes']],
    [
      { attributes: { email: 'nobody', sub: SUB, a: 1.5, '': 1 } },
      ['/attributes/', '/attributes/a', '/attributes/email', '/attributes/sub'],
    ],
    [
      { attributes: { name: 'Jane', preferred_username: 'Jane.Doe-2', active: false } },
      ['/attributes/active', '/attributes/name', '/attributes/preferred_username'],
    ],
    [{ attributes: { createdAt: 'now', givenName: 'Jane' } }, ['/attributes/createdAt', '/attributes/givenName']],
    [{ attributes: { a: 'x'.repeat(65_536) }, name: '' }, ['/attributes/a', '/name']],
    [{ attributes: Object.fromEntries(Array.from({ length: 149 }, (_none, n) => [`a${n}`, n])) }, ['/attributes']],
  ])('is not created from invalid values: %#', async (request, pointers) => {
    const answer = await fixture.caller.post(fixture.usersPath, { ...JANE, ...request });

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer).toSorted()).toEqual(pointers);
    expect((await fixture.caller.get(fixture.usersPath)).json).toEqual([]);
  });

  it.each([
    [SUB, SUB],
    [SUB, SUB.toUpperCase()],
    [TEXT, TEXT],
  ])('cannot have the sub %s of another user, or the id of a client, as %s', async (first, sub) => {
    await fixture.caller.post(fixture.usersPath, { ...JANE, sub: first });
    const taken = await fixture.caller.post(fixture.usersPath, { ...JOHN, sub });
    const domain = `/v1/domain/${await fixture.caller.registerDomain()}`;
    await fixture.caller.put(`${domain}/client/${first === SUB ? SUB.toUpperCase() : first}`, SERVICE);
    const isClient = await fixture.caller.post(`${domain}/user`, { ...JOHN, sub });

    expect([taken, isClient].map(kindOf)).toEqual(['409 /problems/sub-taken', '409 /problems/sub-taken']);
    expect(getViolations(taken)).toEqual(['/sub']);
  });

  it.each([128, 1])('can have any text of unreserved characters as its sub, here %i of them', async (length) => {
    const sub = TEXT.padEnd(length, 'x').slice(0, length);
    const created = await fixture.caller.post(fixture.usersPath, { ...JANE, sub });

    expect({ status: created.status, json: created.json }).toEqual({ status: 200, json: { sub } });
    expect((await fixture.caller.get(`${fixture.usersPath}/${sub}`)).json).toMatchObject({ sub });
    expect(kindOf(await fixture.caller.get(`${fixture.usersPath}/${sub}z`))).toBe('404 /problems/user-not-found');
  });

  it('can have a client id in another case, but no client can have its sub', async () => {
    const client = `${fixture.usersPath.replace(/user$/, 'client')}`;
    await fixture.caller.put(`${client}/MAYA`, SERVICE);
    await fixture.caller.post(fixture.usersPath, { ...JANE, sub: 'maya' });

    const answers = [await fixture.caller.put(`${client}/maya`, SERVICE), await fixture.caller.put(`${client}/Maya`, SERVICE)];

    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
  });

  it('can have the sub of a user of another domain', async () => {
    await fixture.caller.post(fixture.usersPath, { ...JANE, sub: SUB });
    const elsewhere = `/v1/domain/${await fixture.caller.registerDomain()}/user`;

    expect((await fixture.caller.post(elsewhere, { ...JANE, sub: SUB })).status).toBe(200);
    await fixture.caller.delete(`${elsewhere}/${SUB}`);
    expect((await fixture.caller.get(`${fixture.usersPath}/${SUB}`)).status).toBe(200);
  });

  it('shares its sub with no client and no user that is created at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sub = round % 2 === 0 ? SUB.replace(/^./, String(round)) : `${TEXT}${round}`;
      const client = `${fixture.usersPath.replace(/user$/, 'client')}/${sub}`;
      const answers = await Promise.all([
        fixture.caller.post(fixture.usersPath, { preferredUsername: `Jane.Doe-${round}`, name: 'Jane', sub }),
        fixture.caller.put(client, SERVICE),
        fixture.caller.post(fixture.usersPath, { preferredUsername: `John.Doe-${round}`, name: 'John', sub }),
      ]);

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    }
  });
});
