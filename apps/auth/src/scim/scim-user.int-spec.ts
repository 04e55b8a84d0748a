import { describe, expect, it } from '@jest/globals';
import { ENTERPRISE, UNPERMITTED, PROVISIONER, useScimFixture, type Resource } from './scim.fixture.js';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
const scim = useScimFixture();
const { call, createUser, expectStatus, patch } = scim;

/** As Microsoft Entra sends it: booleans as strings, the core before the extension. */
const full = (userName: string) => ({
  schemas: [USER_SCHEMA, ENTERPRISE],
  userName,
  externalId: `id-${userName}`,
  active: 'True',
  name: { formatted: 'Barbara Jensen', givenName: 'Barbara', familyName: 'Jensen' },
  displayName: 'Babs',
  emails: [
    { value: userName, type: 'work', primary: 'true' },
    { value: 'babs@home.example.com', type: 'home' },
  ],
  phoneNumbers: [{ value: '+14255551212', type: 'work' }],
  addresses: [{ type: 'work', locality: 'Redmond', country: 'US' }],
  preferredLanguage: 'en-US',
  [ENTERPRISE]: { department: 'Tours', manager: 'a-manager' },
});

async function attributesOf(sub: string): Promise<Record<string, unknown>> {
  const [row] = await scim.auth.auth.rows.query<{ attributes: Record<string, unknown> }>(
    'SELECT attributes FROM end_user WHERE domain_id = $1 AND sub = $2',
    [scim.auth.domain.id, sub],
  );
  return row!.attributes;
}

const list = async (filter: string) =>
  (await expectStatus(200, call('GET', `/Users?filter=${encodeURIComponent(filter)}`))) as unknown as {
    totalResults: number;
    Resources: Resource[];
  };

describe('who may provision users', () => {
  it('requires the scope, the grant of an operator, and a token of the domain', async () => {
    const other = await scim.auth.auth.domain();
    const foreign = await scim.tokenOf(await scim.auth.auth.client(other, PROVISIONER), other);
    const tokens = [foreign, await scim.tokenOf(await scim.auth.client(UNPERMITTED)), 'nonsense'];

    const answers = await Promise.all(tokens.map((token) => call('GET', '/Users', undefined, { Authorization: `Bearer ${token}` })));

    expect(answers.map(({ status }) => status)).toEqual([401, 403, 401]);
    expect(answers[1]!.json).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '403',
      detail: expect.stringContaining('"scim": true in the grants of the client'),
    });
    expect(answers[0]!.headers['www-authenticate']).toContain('invalid_token');
  });

  it("refuses the token of a user, although the user's client has the scope", async () => {
    const clientId = await scim.auth.client({ ...PROVISIONER, grant_type: 'AuthorizationCode', scope: 'openid scim' });
    const { access_token: token } = await scim.auth.signIn({ scope: 'openid scim' }, { clientId });

    expect((await call('GET', '/Users', undefined, { Authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('a user', () => {
  it('is created with the claims of OpenID Connect, and read as it was sent', async () => {
    const { meta, ...created } = await createUser(full('bjensen@example.com'));

    expect(created).toEqual({
      ...full('bjensen@example.com'),
      id: expect.any(String),
      active: true,
      emails: [
        { value: 'bjensen@example.com', type: 'work', primary: true },
        { value: 'babs@home.example.com', type: 'home' },
      ],
      [ENTERPRISE]: { department: 'Tours', manager: { value: 'a-manager' } },
    });
    expect(meta.location).toBe(`${scim.auth.domain.issuer}/scim/v2/Users/${created.id}`);
    expect(await attributesOf(created.id)).toMatchObject({
      preferred_username: 'bjensen@example.com',
      name: 'Barbara Jensen',
      email: 'bjensen@example.com',
      phone_number: '+14255551212',
      address: { locality: 'Redmond', country: 'US' },
      department: 'Tours',
    });
    const read = await call('GET', `/Users/${created.id}`);
    expect([read.json, read.headers['etag'], read.headers['content-type']]).toEqual([
      { ...created, meta },
      meta.version,
      'application/scim+json; charset=utf-8',
    ]);
  });

  it('is rejected with everything that is wrong, or if the userName is taken in other case', async () => {
    await createUser({ userName: 'taken@example.com' });
    const wrong = await call('POST', '/Users', { userName: 'short', emails: [{ value: 'none' }], active: 'perhaps', locale: 1 });
    const rules = await call('POST', '/Users', { userName: 'short', emails: [{ value: 'none' }] });
    const taken = await call('POST', '/Users', { userName: 'Taken@Example.com' });

    expect(wrong.json).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect((wrong.json as Resource)['detail']).toBe('active must be true or false; locale must be a string. Nothing was changed.');
    expect((rules.json as Resource)['detail']).toMatch(/userName must .*emails must /);
    expect(taken.json).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('keeps what SCIM does not know, when it is replaced', async () => {
    const { id } = await createUser(full('replaced@example.com'));
    await scim.auth.auth.rows.query(`UPDATE end_user SET attributes = attributes || '{"shoe_size": 44}' WHERE sub = $1`, [id]);

    await expectStatus(200, call('PUT', `/Users/${id}`, { userName: 'replaced@example.com', active: false }));

    expect(await attributesOf(id)).toEqual({ preferred_username: 'replaced@example.com', name: 'replaced@example.com', shoe_size: 44 });
    expect(await scim.listEvents()).toEqual(expect.arrayContaining([expect.stringMatching(/^user\.updated by /)]));
  });

  it('keeps a locale and a phone number that are no claims of OpenID Connect', async () => {
    const loose = { userName: 'okta.user@example.com', locale: 'en_US', phoneNumbers: [{ value: '555-0100', primary: false }] };
    const { id, ...created } = await createUser(loose);

    expect(created).toMatchObject(loose);
    expect(await attributesOf(id)).toEqual({
      preferred_username: 'okta.user@example.com',
      name: 'okta.user@example.com',
      scim_locale: 'en_US',
      phone_numbers: loose.phoneNumbers,
    });
  });

  it('loses the verification of an address that changes', async () => {
    const { id } = await createUser(full('verified@example.com'));
    await scim.auth.auth.rows.query(`UPDATE end_user SET attributes = attributes || '{"email_verified": true}' WHERE sub = $1`, [id]);
    await patch(`/Users/${id}`, { op: 'replace', path: 'title', value: 'Guide' });
    const before = await attributesOf(id);
    await patch(`/Users/${id}`, { op: 'replace', path: 'emails[type eq "work"].value', value: 'other@example.com' });

    expect([before['email_verified'], (await attributesOf(id))['email'], (await attributesOf(id))['email_verified']]).toEqual([
      true,
      'other@example.com',
      undefined,
    ]);
  });

  it('signs the user out when it is deactivated, and ends with DELETE', async () => {
    const { id } = await createUser(full('leaving@example.com'));
    const clientId = await scim.auth.client({ scope: 'openid' });
    const { access_token: token } = await scim.auth.signIn({}, { clientId, browser: await scim.auth.signedInBrowser({ sub: id }) });
    const before = (await scim.auth.userinfo(token)).status;
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });

    expect([before, (await scim.auth.userinfo(token)).status]).toEqual([200, 401]);
    await expectStatus(204, call('DELETE', `/Users/${id}`));
    expect((await call('GET', `/Users/${id}`)).json).toMatchObject({ status: '404', detail: expect.stringContaining('no user') });
    expect((await scim.listEvents()).filter((event) => event.startsWith('user.deleted'))).toHaveLength(1);
    expect(await scim.auth.auth.rows.count('user_erasure', `sub = '${id}'`)).toBe(1);
  });
});

describe('a PATCH, as Microsoft Entra and Okta send it', () => {
  it.each<[string, object[], object]>([
    ['op in any case', [{ op: 'Replace', path: 'displayName', value: 'New' }], { displayName: 'New' }],
    ['a name without regard to case', [{ op: 'add', path: 'NICKNAME', value: 'Nick' }], { nickName: 'Nick' }],
    [
      'no path, and paths as members',
      [{ op: 'Replace', value: { 'name.givenName': 'Eva', [`${ENTERPRISE}:department`]: 'Sales', active: 'False' } }],
      { name: { formatted: 'Barbara Jensen', givenName: 'Eva', familyName: 'Jensen' }, active: false },
    ],
    [
      'a filter in the path that finds nothing yet',
      [{ op: 'Add', path: 'emails[type eq "other"].value', value: 'new@example.com' }],
      { emails: expect.arrayContaining([{ type: 'other', value: 'new@example.com' }]) },
    ],
    [
      'a filter in the path with a boolean as a string',
      [{ op: 'Replace', path: 'emails[primary eq "True"].value', value: 'first@example.com' }],
      { emails: expect.arrayContaining([{ type: 'work', value: 'first@example.com', primary: true }]) },
    ],
    [
      'a manager as an id',
      [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: 'boss' }],
      { [ENTERPRISE]: { department: 'Tours', manager: { value: 'boss' } } },
    ],
    [
      'remove of one of several values',
      [{ op: 'Remove', path: 'emails[type eq "home"]' }],
      { emails: [{ value: expect.any(String), type: 'work', primary: true }] },
    ],
    ['remove', [{ op: 'remove', path: 'phoneNumbers' }], { active: true }],
    [
      'an extension as a whole',
      [{ op: 'replace', path: ENTERPRISE, value: { division: 'North' } }],
      { [ENTERPRISE]: expect.objectContaining({ division: 'North' }) },
    ],
    [
      'read-only members of a whole resource',
      [{ op: 'replace', value: { schemas: [], id: 'x', title: 'Guide', meta: {} } }],
      { title: 'Guide' },
    ],
  ])('takes %s', async (what, operations, expected) => {
    const { id } = await createUser(full(`${what.replaceAll(/[^a-z]+/gi, '.')}@example.com`));

    const patched = await expectStatus(200, patch(`/Users/${id}`, ...operations));

    expect(patched).toMatchObject(expected);
    expect(await expectStatus(200, call('GET', `/Users/${id}`))).toEqual(patched);
  });

  it.each<[string, object, string | undefined]>([
    ['an unknown attribute', { op: 'replace', path: 'shoeSize', value: 1 }, 'invalidPath'],
    ['a read-only attribute', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['a value of another type', { op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
    ['an unknown op', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    ['remove without a path', { op: 'remove' }, 'noTarget'],
    ['remove of what is required', { op: 'remove', path: 'userName' }, 'invalidValue'],
  ])('is refused with %s, and changes nothing', async (what, operation, scimType) => {
    const before = await createUser(full(`${what.replaceAll(/[^a-z]+/gi, '.')}@example.com`));

    const answer = await patch(`/Users/${before.id}`, { op: 'replace', path: 'title', value: 'Changed' }, operation);

    expect([answer.status, (answer.json as { scimType?: string }).scimType]).toEqual([400, scimType]);
    expect(await expectStatus(200, call('GET', `/Users/${before.id}`))).toEqual(before);
  });
});

describe('a list of users', () => {
  it('finds by index, without regard to case where the schema has none', async () => {
    const { id } = await createUser(full('Found.By@example.com'));
    await createUser(full('another.one@example.com'));

    for (const filter of [
      'userName eq "found.by@EXAMPLE.com"',
      'externalId eq "id-Found.By@example.com"',
      `id eq "${id}"`,
      'emails eq "found.by@example.com"',
      'emails[type eq "work" and value eq "FOUND.BY@example.com"]',
      'emails[type eq "work"].value eq "found.by@example.com"',
      `id eq "${id}" and active eq "True" and not (title pr)`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "found.by@example.com" or id eq "unknown"`,
    ])
      expect([filter, (await list(filter)).Resources.map((each) => each.id)]).toEqual([filter, [id]]);
    for (const filter of [
      'userName eq "nobody@example.com"',
      'externalId eq "ID-found.by@example.com"',
      `id eq "${id}" and active eq false`,
    ])
      expect([filter, (await list(filter)).totalResults]).toEqual([filter, 0]);
  });

  it('has pages, only the attributes asked for, and no user of another domain', async () => {
    const other = await scim.auth.auth.domain();
    await scim.auth.auth.user(other);
    const page = await expectStatus(200, call('GET', '/Users?startIndex=2&count=2&attributes=userName,name.givenName'));
    const search = await expectStatus(200, call('POST', '/Users/.search', { startIndex: 2, count: 2, excludedAttributes: ['emails'] }));
    const [{ count }] = (await scim.auth.auth.rows.query<{ count: number }>(
      'SELECT sum(users)::integer AS count FROM user_count WHERE domain_id = $1',
      [scim.auth.domain.id],
    )) as [{ count: number }];

    expect(page).toMatchObject({ totalResults: count, startIndex: 2, itemsPerPage: 2 });
    for (const each of page['Resources'] as Resource[])
      expect(Object.keys(each).filter((name) => !['schemas', 'id', 'userName', 'name', 'meta'].includes(name))).toEqual([]);
    expect((search['Resources'] as Resource[]).map(({ id }) => id)).toEqual((page['Resources'] as Resource[]).map(({ id }) => id));
    expect(await expectStatus(200, call('GET', '/Users?count=0'))).toMatchObject({ totalResults: count, itemsPerPage: 0, Resources: [] });
  });
});

describe('the version of a user', () => {
  it('guards changes, and spares a read', async () => {
    const created = await createUser(full('versioned@example.com'));
    const path = `/Users/${created.id}`;
    const operation = { Operations: [{ op: 'replace', path: 'title', value: 'One' }] };
    const changed = await expectStatus(200, call('PATCH', path, operation, { 'If-Match': created.meta.version }));

    expect(changed.meta.version).not.toBe(created.meta.version);
    const stale = { 'If-Match': created.meta.version };
    for (const [method, body] of [
      ['PATCH', operation],
      ['PUT', full('versioned@example.com')],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, path, body, stale)).json).toMatchObject({ status: '412' });
    expect((await call('GET', path, undefined, { 'If-None-Match': changed.meta.version })).status).toBe(304);
  });
});
