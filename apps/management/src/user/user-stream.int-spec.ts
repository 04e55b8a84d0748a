import { describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { getViolations, useUserFixture } from './user.fixture.js';

const NDJSON = 'application/x-ndjson';
const fixture = useUserFixture();

function createUsers(count: number, path = fixture.usersPath): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: count }, (_none, n) =>
      fixture.caller.post(path, {
        preferredUsername: `Number.${String(n).padStart(5, '0')}`,
        name: `Number ${n}`,
        attributes: { department: n % 3 === 0 ? 'Sales' : 'Support', level: n, lead: n === 6, tags: ['Sales'], email: `n${n}@example.com` },
      }),
    ),
  );
}

const stream = (query = '') => fixture.caller.send(`${fixture.usersPath}${query}`, { method: 'GET', headers: { Accept: NDJSON } });
const parse = ({ text }: Answer) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { sub: string; name: string });
const listNames = async (query: string) =>
  ((await fixture.caller.get(`${fixture.usersPath}${query}`)).json as { preferredUsername: string }[]).map(({ preferredUsername }) =>
    Number(preferredUsername.split('.')[1]),
  );

describe('users as NDJSON', () => {
  it('are whole users, one per line, in the order of their ids, over several pages', async () => {
    const created = await createUsers(205);
    await createUsers(1, `/v1/domain/${await fixture.caller.registerDomain()}/user`);

    const answer = await stream();

    expect([answer.status, answer.headers['content-type']]).toEqual([200, NDJSON]);
    const subs = created.map(({ json }) => (json as { sub: string }).sub).toSorted();
    expect(parse(answer).map(({ sub }) => sub)).toEqual(subs);
    expect(parse(answer)[0]).toEqual((await fixture.caller.get(`${fixture.usersPath}/${subs[0]}`)).json);
  });

  it('resume after a sub, also of a user who is gone', async () => {
    await createUsers(7);
    const all = parse(await stream()).map(({ sub }) => sub);
    await fixture.caller.delete(`${fixture.usersPath}/${all[2]}`);

    expect(parse(await stream(`?after=${all[2]!.toUpperCase()}`)).map(({ sub }) => sub)).toEqual(all.slice(3));
    expect(parse(await stream(`?after=${all[3]}&limit=2`)).map(({ sub }) => sub)).toEqual(all.slice(4, 6));
    expect((await stream(`?after=${all[6]}`)).text).toBe('');
  });

  it('resume after a sub that is no UUID', async () => {
    await createUsers(3);
    for (const sub of ['maya', 'noor', 'olga'])
      await fixture.caller.post(fixture.usersPath, { preferredUsername: `${sub}@example.com`, name: sub, sub });
    const all = parse(await stream()).map(({ sub }) => sub);
    await fixture.caller.delete(`${fixture.usersPath}/noor`);

    expect(all.toSorted()).toEqual(expect.arrayContaining(['maya', 'noor', 'olga']));
    for (const [index, sub] of all.entries()) {
      const rest = all.slice(index + 1).filter((each) => each !== 'noor');
      expect(parse(await stream(`?after=${sub}`)).map((user) => user.sub)).toEqual(rest);
    }
  });

  it('are filtered like a list', async () => {
    await createUsers(7);
    const select = async (query: string) =>
      parse(await stream(query))
        .map(({ name }) => Number(name.split(' ')[1]))
        .toSorted();

    expect(await select('?attribute.department=Sales')).toEqual([0, 3, 6]);
    expect(await select('?attribute.department=Sales&attribute.lead=true')).toEqual([6]);
    expect(await select('?search=n3@&identityprovider=local&attribute.level=3')).toEqual([3]);
    expect(await select('?identityprovider=other')).toEqual([]);
    expect(await select('?search=%00')).toEqual([]);
  });

  it.each([
    ['?offset=1', NDJSON, ['offset']],
    ['?after=no%20body', NDJSON, ['after']],
    ['?after=00000000-0000-4000-8000-000000000000', 'application/json', ['after']],
    ['?attribute.=1&attribut.a=1&limit=0', 'application/json', ['attribut.a', 'attribute.', 'limit']],
    ['?attribute.a=1&attribute.a=2', 'application/json', ['attribute.a']],
    [`?${Array.from({ length: 11 }, (_none, n) => `attribute.a${n}=1`).join('&')}`, 'application/json', ['attribute']],
  ])('and lists reject %s', async (query, Accept, parameters) => {
    const answer = await fixture.caller.send(`${fixture.usersPath}${query}`, { method: 'GET', headers: { Accept } });

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getViolations(answer).toSorted()).toEqual(parameters);
  });
});

describe('users by attribute', () => {
  it('are found by exactly the value, with the headers of a page', async () => {
    await createUsers(7);

    const answer = await fixture.caller.get(`${fixture.usersPath}?attribute.department=Sales&limit=2`);

    expect(answer.json).toHaveLength(2);
    expect(answer.headers).toMatchObject({
      'x-total-count': '3',
      link: expect.stringContaining('attribute.department=Sales&limit=2&offset=2'),
    });
    expect((await listNames('?attribute.department=Sales')).toSorted()).toEqual([0, 3, 6]);
    for (const query of [
      'department=sales',
      'department=Sale',
      'Department=Sales',
      'department=',
      'tags=Sales',
      'tags=[%22Sales%22]',
      'none=1',
      'a=%00',
    ])
      expect({ query, found: await listNames(`?attribute.${query}`) }).toEqual({ query, found: [] });
  });

  it('are found by numbers and booleans as text, and together with a search', async () => {
    await createUsers(7);

    expect(await listNames('?attribute.level=4')).toEqual([4]);
    expect(await listNames('?attribute.lead=true')).toEqual([6]);
    expect(await listNames('?attribute.department=Sales&search=n3@')).toEqual([3]);
    expect(await listNames('?attribute.department=Support&search=n3@')).toEqual([]);
    expect((await listNames('?attribute.department=Sales&attribute.lead=false&identityprovider=local')).toSorted()).toEqual([0, 3]);
    expect(await listNames('?attribute.department=Sales&identityprovider=other')).toEqual([]);
  });

  it('are found by current values only, and not in another domain', async () => {
    const [created] = await createUsers(1);
    const elsewhere = `/v1/domain/${await fixture.caller.registerDomain()}/user`;
    await fixture.caller.patch(`${fixture.usersPath}/${(created!.json as { sub: string }).sub}`, { department: 'Board' });

    expect(await listNames('?attribute.department=Sales')).toEqual([]);
    expect(await listNames('?attribute.department=Board')).toEqual([0]);
    expect((await fixture.caller.get(`${elsewhere}?attribute.department=Board`)).json).toEqual([]);
  });
});
