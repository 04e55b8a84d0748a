import { describe, expect, it } from '@jest/globals';
import { ENTERPRISE, PATCH_OP, useScimFixture, type Resource } from './scim.fixture.js';

/**
 * The requests of the Microsoft Entra SCIM Validator and of Entra's provisioning service, and what they expect: "Develop and plan provisioning for a
 * SCIM endpoint in Microsoft Entra ID", "Known issues and resolutions with SCIM 2.0 protocol compliance". Each row begins with a new user or group.
 */
const scim = useScimFixture();
const { call, createGroup, createUser, expectStatus, patch } = scim;
let number = 0;

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** As the validator creates it: an own address at `work`, the external id as a UUID. */
const createEntraUser = () => {
  number += 1;
  return createUser({
    schemas: [CORE, ENTERPRISE],
    userName: `Dale.Mohr.${number}@Romaguera.example`,
    externalId: `9950b140-90a0-4201-9d65-${String(number).padStart(12, '0')}`,
    active: true,
    displayName: 'Dale Mohr',
    emails: [{ primary: true, type: 'work', value: `dale.${number}@prohaska.example` }],
    name: { formatted: 'Dale Mohr', givenName: 'Dale', familyName: 'Mohr' },
    phoneNumbers: [],
    addresses: [],
    roles: [],
    title: 'Guide',
    meta: { resourceType: 'User' },
  });
};

const find = async (path: string, filter: string, more = '') =>
  (await expectStatus(200, call('GET', `${path}?filter=${encodeURIComponent(filter)}${more}`))) as unknown as {
    totalResults: number;
    itemsPerPage: number;
    startIndex: number;
    Resources: Resource[];
  };

describe('Entra creates and reads', () => {
  it('a user: 201, Location, every attribute that it sent, and the same by GET and by a filter', async () => {
    const created = await createEntraUser();
    const read = await expectStatus(200, call('GET', `/Users/${created.id}`));
    const found = await find('/Users', `userName eq "${String(created['userName'])}"`);

    expect(created).toMatchObject({
      active: true,
      displayName: 'Dale Mohr',
      title: 'Guide',
      name: { givenName: 'Dale', familyName: 'Mohr' },
    });
    expect([read, found.Resources]).toEqual([created, [created]]);
    expect([found.totalResults, found.itemsPerPage, found.startIndex]).toEqual([1, 1, 1]);
  });

  it('a user twice: 409 uniqueness, whatever the case of the userName', async () => {
    const { userName } = await createEntraUser();

    const answer = await call('POST', '/Users', { schemas: [CORE], userName: String(userName).toUpperCase() });

    expect([answer.status, answer.json]).toEqual([
      409,
      expect.objectContaining({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' }),
    ]);
  });

  it.each<[string, (user: Resource) => string]>([
    ['userName', ({ userName }) => `userName eq "${String(userName)}"`],
    ['userName in other case', ({ userName }) => `userName eq "${String(userName).toLowerCase()}"`],
    ['externalId', ({ externalId }) => `externalId eq "${String(externalId)}"`],
    ['id and externalId', ({ id, externalId }) => `id eq "${id}" and externalId eq "${String(externalId)}"`],
    ['the work address', ({ emails }) => `emails[type eq "work"].value eq "${(emails as { value: string }[])[0]!.value}"`],
    ['userName and active', ({ userName }) => `userName eq "${String(userName)}" and active eq true`],
  ])('a user by %s', async (_what, filterOf) => {
    const user = await createEntraUser();

    expect((await find('/Users', filterOf(user))).Resources.map(({ id }) => id)).toEqual([user.id]);
  });

  it.each(['/Users', '/Groups'])('nothing at %s: 200 with an empty list, and 404 for an unknown id', async (path) => {
    const name = path === '/Users' ? 'userName' : 'displayName';

    expect(await find(path, `${name} eq "non-existent@example.com"`)).toMatchObject({ totalResults: 0, startIndex: 1, Resources: [] });
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const body =
        method === 'PATCH' ? { schemas: [PATCH_OP], Operations: [{ op: 'Replace', path: 'externalId', value: 'x' }] } : undefined;
      const answer = await call(method, `${path}/5171a35d82074e068ce2`, body);
      expect([method, answer.status, answer.json]).toEqual([method, 404, expect.objectContaining({ status: '404' })]);
    }
  });
});

describe('Entra changes a user', () => {
  it.each<[string, object[], object]>([
    [
      'the userName',
      [{ op: 'replace', path: 'userName', value: 'renamed.by.entra@example.com' }],
      { userName: 'renamed.by.entra@example.com' },
    ],
    ['active, as a string', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['active, as a boolean', [{ op: 'replace', path: 'active', value: false }], { active: false }],
    ['active, without a path', [{ op: 'replace', value: { active: false } }], { active: false }],
    [
      'names, each by its path',
      [
        { op: 'Replace', path: 'name.familyName', value: 'Rylan' },
        { op: 'Add', path: 'name.givenName', value: 'Oswaldo' },
      ],
      { name: { formatted: 'Dale Mohr', givenName: 'Oswaldo', familyName: 'Rylan' } },
    ],
    [
      'names, as dotted members of one value',
      [{ op: 'replace', value: { 'name.givenName': 'Oswaldo', 'name.familyName': 'Rylan', displayName: 'O. Rylan' } }],
      { name: { formatted: 'Dale Mohr', givenName: 'Oswaldo', familyName: 'Rylan' }, displayName: 'O. Rylan' },
    ],
    [
      'the work address',
      [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@prohaska.example' }],
      { emails: [{ type: 'work', value: 'new@prohaska.example', primary: true }] },
    ],
    [
      'the work address, as a member of one value',
      [{ op: 'replace', value: { 'emails[type eq "work"].value': 'new@prohaska.example' } }],
      { emails: [{ type: 'work', value: 'new@prohaska.example', primary: true }] },
    ],
    [
      'an address and a number that do not exist yet',
      [
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+14255551212' },
      ],
      { addresses: [{ type: 'work', locality: 'Redmond' }], phoneNumbers: [{ type: 'mobile', value: '+14255551212' }] },
    ],
    ['the extension', [{ op: 'Add', path: `${ENTERPRISE}:department`, value: 'Tours' }], { [ENTERPRISE]: { department: 'Tours' } }],
    [
      'the manager',
      [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: '2819c223' }],
      { [ENTERPRISE]: { manager: { value: '2819c223' } } },
    ],
    [
      'what is removed with an empty value',
      [
        { op: 'Remove', path: 'title' },
        { op: 'Replace', path: 'displayName', value: 'Still here' },
      ],
      { displayName: 'Still here' },
    ],
  ])('%s', async (what, operations, expected) => {
    const { id } = await createEntraUser();

    const changed = await expectStatus(200, patch(`/Users/${id}`, ...operations));

    expect(changed).toMatchObject(expected);
    expect(await expectStatus(200, call('GET', `/Users/${id}`))).toEqual(changed);
    if (what.startsWith('what is removed')) expect(changed).not.toHaveProperty('title');
  });

  it('a manager that is removed, by an empty value or by remove', async () => {
    for (const operation of [
      { op: 'Remove', path: `${ENTERPRISE}:manager` },
      { op: 'Remove', path: `${ENTERPRISE}:manager.value` },
    ]) {
      const { id } = await createEntraUser();
      await expectStatus(200, patch(`/Users/${id}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: '2819c223' }));

      expect(await expectStatus(200, patch(`/Users/${id}`, operation))).not.toHaveProperty([ENTERPRISE, 'manager']);
    }
  });

  it('disables one, who is still found with active false, and deletes it: 204, then 404', async () => {
    const { id, userName } = await createEntraUser();
    await expectStatus(200, patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' }));

    expect((await find('/Users', `userName eq "${String(userName)}"`)).Resources).toEqual([expect.objectContaining({ id, active: false })]);
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect([(await call('GET', `/Users/${id}`)).status, (await call('DELETE', `/Users/${id}`)).status]).toEqual([404, 404]);
    expect((await find('/Users', `userName eq "${String(userName)}"`)).totalResults).toBe(0);
  });
});

describe('Entra changes a group', () => {
  const createEntraGroup = () => {
    number += 1;
    const schemas = [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ];
    return createGroup({
      schemas,
      displayName: `Entra ${number}`,
      externalId: `8aa1a0c0-c4c3-4bc0-b4a5-${number}`,
      meta: { resourceType: 'Group' },
    });
  };

  it('finds it by its name, without members', async () => {
    const group = await createEntraGroup();
    const found = await find('/Groups', `displayName eq "${String(group['displayName']).toLowerCase()}"`, '&excludedAttributes=members');

    expect(found.Resources).toEqual([expect.objectContaining({ id: group.id, externalId: group['externalId'] })]);
    expect(await expectStatus(200, call('GET', `/Groups/${group.id}?excludedAttributes=members`))).not.toHaveProperty('members');
  });

  it.each<[string, (user: string) => object]>([
    ['Add', (user) => ({ op: 'Add', path: 'members', value: [{ $ref: null, value: user }] })],
    ['add without a path', (user) => ({ op: 'add', value: { members: [{ value: user }] } })],
  ])('adds a member by %s, once, and removes it in each way', async (_what, add) => {
    const { id } = await createEntraUser();
    const group = await createEntraGroup();
    const members = async () => ((await expectStatus(200, call('GET', `/Groups/${group.id}`)))['members'] ?? []) as { value: string }[];
    for (const remove of [
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] },
      { op: 'remove', path: `members[value eq "${id}"]` },
    ]) {
      for (let time = 0; time < 2; time += 1) expect((await patch(`/Groups/${group.id}`, add(id))).status).toBe(204);
      expect((await members()).map(({ value }) => value)).toEqual([id]);

      for (let time = 0; time < 2; time += 1) expect((await patch(`/Groups/${group.id}`, remove)).status).toBe(204);
      expect(await members()).toEqual([]);
    }
  });

  it('renames it, and deletes it: 204, then 404', async () => {
    const group = await createEntraGroup();
    const renamed = await patch(`/Groups/${group.id}`, { op: 'Replace', path: 'displayName', value: `Renamed ${number}` });

    expect([200, 204]).toContain(renamed.status);
    expect((await find('/Groups', `displayName eq "Renamed ${number}"`)).Resources.map(({ id }) => id)).toEqual([group.id]);
    expect((await call('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect([(await call('GET', `/Groups/${group.id}`)).status, (await call('DELETE', `/Groups/${group.id}`)).status]).toEqual([404, 404]);
  });
});
