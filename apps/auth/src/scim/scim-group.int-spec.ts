import { describe, expect, it } from '@jest/globals';
import { useScimFixture, type Resource } from './scim.fixture.js';

const scim = useScimFixture();
const { call, createGroup, createUser, expectStatus, patch } = scim;

const membersOf = async (group: string): Promise<string[]> =>
  (((await expectStatus(200, call('GET', `/Groups/${group}`)))['members'] ?? []) as { value: string }[])
    .map(({ value }) => value)
    .toSorted();

async function createUsers(count: number, name: string): Promise<string[]> {
  const users = await Promise.all(Array.from({ length: count }, (_none, n) => createUser({ userName: `${name}.${n}@example.com` })));
  return users.map(({ id }) => id).toSorted();
}

describe('a group', () => {
  it('is a role of the domain, named after it, and shows at its members', async () => {
    const [one] = await createUsers(1, 'member.of.group');
    const { meta, ...group } = await createGroup({ displayName: 'Sales Team', externalId: 'G-1', members: [{ value: one }] });

    expect(group).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: 'Sales-Team',
      externalId: 'G-1',
      displayName: 'Sales Team',
      members: [{ value: one, $ref: expect.stringContaining(`/scim/v2/Users/${one}`) }],
    });
    expect(meta.location).toMatch(/\/scim\/v2\/Groups\/Sales-Team$/);
    const user = await expectStatus(200, call('GET', `/Users/${one}`));
    expect(user['groups']).toEqual([{ value: 'Sales-Team', display: 'Sales Team', $ref: meta.location }]);
    const roles = await scim.auth.auth.rows.query('SELECT role FROM user_role WHERE domain_id = $1 AND sub = $2', [
      scim.auth.domain.id,
      one,
    ]);
    expect(roles).toEqual([{ role: 'Sales-Team' }]);
    expect((await scim.listEvents()).map((event) => event.split(' ')[0])).toEqual(
      expect.arrayContaining(['role.created', 'user.roles.updated']),
    );
    expect((await call('POST', '/Groups', { displayName: 'Sales-Team' })).json).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('is found by its name, without its members if they are excluded', async () => {
    const [one] = await createUsers(1, 'found.with.group');
    await createGroup({ displayName: 'Found', members: [{ value: one }] });
    const find = async (query: string) => (await expectStatus(200, call('GET', `/Groups?${query}`)))['Resources'] as Resource[];

    const [without] = await find(`excludedAttributes=members&filter=${encodeURIComponent('displayName eq "found"')}`);
    const [full] = await find(`filter=${encodeURIComponent('id eq "Found" and displayName sw "F"')}`);

    expect([without!.id, without!['members'], full!['members']]).toEqual(['Found', undefined, [expect.objectContaining({ value: one })]]);
  });

  it('adds, removes and replaces members', async () => {
    const [a, b, c] = (await createUsers(3, 'many.members')) as [string, string, string];
    await createGroup({ displayName: 'Members' });
    const steps: [object, string[]][] = [
      [{ op: 'Add', path: 'members', value: [{ value: a }, { value: b }] }, [a, b]],
      [{ op: 'add', path: 'members', value: { value: a } }, [a, b]],
      [{ op: 'Remove', path: `members[value eq "${a}"]` }, [b]],
      [{ op: 'Remove', path: 'members', value: [{ value: b }] }, []],
      [{ op: 'replace', value: { members: [{ value: c }] } }, [c]],
      [{ op: 'replace', path: 'members', value: [{ value: a }] }, [a]],
      [{ op: 'remove', path: 'members' }, []],
    ];
    for (const [operation, expected] of steps) {
      await expectStatus(204, patch('/Groups/Members', operation));
      expect([operation, await membersOf('Members')]).toEqual([operation, expected]);
    }
    await expectStatus(200, call('PUT', '/Groups/Members', { displayName: 'Renamed', members: [{ value: b }] }));
    expect([await membersOf('Members'), (await expectStatus(200, call('GET', '/Groups/Members')))['displayName']]).toEqual([
      [b],
      'Renamed',
    ]);
  });

  it('takes no member that is no user of the domain', async () => {
    const foreign = await scim.auth.auth.user(await scim.auth.auth.domain());
    await createGroup({ displayName: 'Closed' });

    const answer = await patch('/Groups/Closed', { op: 'add', path: 'members', value: [{ value: foreign }] });

    expect(answer.json).toMatchObject({ status: '400', scimType: 'invalidValue', detail: expect.stringContaining(foreign) });
    expect(await membersOf('Closed')).toEqual([]);
  });

  it('is removed with its role', async () => {
    const [one] = await createUsers(1, 'left.alone');
    const { meta } = await createGroup({ displayName: 'Gone', members: [{ value: one }] });
    expect((await call('DELETE', '/Groups/Gone', undefined, { 'If-Match': 'W/"other"' })).status).toBe(412);

    await expectStatus(204, call('DELETE', '/Groups/Gone', undefined, { 'If-Match': meta.version }));

    expect((await call('GET', '/Groups/Gone')).status).toBe(404);
    expect((await expectStatus(200, call('GET', `/Users/${one}`)))['groups']).toBeUndefined();
  });
});

describe('a bulk request', () => {
  it('creates what its operations refer to first', async () => {
    const answer = await expectStatus(
      200,
      call('POST', '/Bulk', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
        Operations: [
          { method: 'POST', path: '/Groups', bulkId: 'g', data: { displayName: 'Bulk', members: [{ value: 'bulkId:u' }] } },
          { method: 'post', path: '/Users', bulkId: 'u', data: { userName: 'bulk.user@example.com' } },
          { method: 'PATCH', path: '/Groups/bulkId:g', data: { Operations: [{ op: 'replace', path: 'displayName', value: 'Bulk 2' }] } },
          { method: 'POST', path: '/Users', bulkId: 'x', data: { userName: 'short' } },
        ],
      }),
    );

    const operations = answer['Operations'] as { status: string; location?: string; response?: object }[];
    expect(operations.map(({ status }) => status)).toEqual(['201', '201', '200', '400']);
    expect(operations[3]!.response).toMatchObject({ scimType: 'invalidValue' });
    expect(await membersOf('Bulk')).toEqual([operations[1]!.location!.split('/').at(-1)]);
  });

  it('stops after the errors that it permits', async () => {
    const wrong = { method: 'DELETE', path: '/Users/unknown' };
    const answer = await expectStatus(200, call('POST', '/Bulk', { failOnErrors: 1, Operations: [wrong, wrong] }));

    expect(answer['Operations']).toEqual([expect.objectContaining({ status: '404' })]);
  });

  it('fails operations that refer to each other', async () => {
    const group = (bulkId: string, other: string) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: { displayName: `Circle ${bulkId}`, members: [{ value: `bulkId:${other}` }] },
    });
    const answer = await expectStatus(200, call('POST', '/Bulk', { Operations: [group('a', 'b'), group('b', 'a'), group('c', 'c')] }));

    expect((answer['Operations'] as { status: string }[]).map(({ status }) => status)).toEqual(['409', '409', '409']);
    expect(await call('GET', '/Groups/Circle-a')).toMatchObject({ status: 404 });
  });
});

describe('discovery', () => {
  it('describes the service, the types and the schemas', async () => {
    const [service, types, schemas] = await Promise.all(
      ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'].map((path) => expectStatus(200, call('GET', path))),
    );

    expect(service).toMatchObject({
      patch: { supported: true },
      bulk: { supported: true },
      etag: { supported: true },
      sort: { supported: false },
    });
    expect((types!['Resources'] as Resource[]).map(({ id }) => id)).toEqual(['User', 'Group']);
    for (const { id } of schemas!['Resources'] as Resource[])
      expect(await expectStatus(200, call('GET', `/Schemas/${id}`))).toMatchObject({ id });
    expect((await call('GET', '/Schemas/unknown')).status).toBe(404);
  });
});
