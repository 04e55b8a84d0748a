import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { getPointers, ORDERS, useResourceFixture } from '../resource/resource.fixture.js';

const fixture = useResourceFixture();
const CLERK = { description: 'Handles orders', permissions: [{ resource: 'orders', scopes: ['orders:write', 'orders:read'] }] };

const domainName = () => fixture.root.split('/').at(-1);

async function createUser(): Promise<string> {
  const user = { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' };
  const { json } = await fixture.caller.post(`${fixture.root}/user`, user);
  return (json as { sub: string }).sub;
}

describe('roles', () => {
  it('are created by PUT, shown, listed oldest first, replaced and deleted', async () => {
    expect(await fixture.put('/role/clerk', CLERK)).toMatchObject({ status: 201, text: '' });
    expect(await fixture.get('/role/clerk')).toMatchObject({ status: 200, json: CLERK });
    expect((await fixture.put('/role/auditor', {})).status).toBe(201);
    expect(await fixture.get('/role')).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '2' },
      json: [
        { ...CLERK, role: 'clerk' },
        { role: 'auditor', description: null, permissions: [] },
      ],
    });
    await fixture.put('/resource/a', { ...ORDERS, audience: 'urn:a' });
    const two = {
      description: null,
      permissions: [
        { resource: 'orders', scopes: [] },
        { resource: 'a', scopes: ['orders:read'] },
      ],
    };
    expect((await fixture.put('/role/clerk', two)).status).toBe(204);
    expect((await fixture.get('/role/clerk')).json).toEqual({ ...two, permissions: two.permissions.toReversed() });
    expect((await fixture.remove('/role/clerk')).status).toBe(204);
    expect([kindOf(await fixture.get('/role/clerk')), kindOf(await fixture.remove('/role/clerk'))]).toEqual([
      '404 /problems/role-not-found',
      '404 /problems/role-not-found',
    ]);
  });

  it('name every missing resource and scope, those of other domains too', async () => {
    const other = await fixture.caller.registerDomain();
    await fixture.caller.put(`/v1/domain/${other}/resource/stock`, ORDERS);
    const permissions = [
      { resource: 'orders', scopes: ['orders:read', 'orders:refund', 'ORDERS:READ'] },
      { resource: 'stock', scopes: ['orders:read'] },
    ];

    expect(await fixture.put('/role/clerk', { permissions })).toMatchObject({
      status: 400,
      json: {
        errors: [
          { pointer: '/permissions/0/scopes/1', detail: 'must be a scope of the resource orders, which has no orders:refund' },
          { pointer: '/permissions/0/scopes/2', detail: 'must be a scope of the resource orders, which has no ORDERS:READ' },
          { pointer: '/permissions/1/resource', detail: 'must be a resource of the domain, which has no stock' },
        ],
      },
    });
    expect((await fixture.get('/role')).json).toEqual([]);
  });

  it('report all errors of a body at once', async () => {
    const permissions = [
      { resource: 'orders', scopes: ['a b', 'c', 'c', 7] },
      { resource: 'orders', scopes: [], more: 1 },
      { resource: 'constructor', scopes: 'a' },
      null,
      { resource: 7 },
    ];

    expect((getPointers(await fixture.put('/role/clerk', { description: '', permissions, name: 'x' })) as string[]).toSorted()).toEqual([
      '/description',
      '/name',
      '/permissions/0/scopes/0',
      '/permissions/0/scopes/1',
      '/permissions/0/scopes/2',
      '/permissions/0/scopes/3',
      '/permissions/1/more',
      '/permissions/1/resource',
      '/permissions/2/resource',
      '/permissions/2/scopes',
      '/permissions/3',
      '/permissions/4/resource',
      '/permissions/4/scopes',
    ]);
  });

  it('are at most 1000 in a domain', async () => {
    await fixture.rows.query(
      `INSERT INTO role (domain_id, role) SELECT id, 'r' || n FROM domain, generate_series(1, 1000) AS n WHERE name = $1`,
      [domainName()],
    );

    expect(kindOf(await fixture.put('/role/clerk', {}))).toBe('409 /problems/role-conflict');
    expect((await fixture.put('/role/r1', CLERK)).status).toBe(204);
    await fixture.remove('/role/r2');
    expect((await fixture.put('/role/clerk', {})).status).toBe(201);
  });

  it('permit scopes of at most 1 MiB together, and can shrink beyond it', async () => {
    await fixture.rows.query(
      `WITH created AS (INSERT INTO role (domain_id, role) SELECT id, 'r' || n FROM domain, generate_series(1, 10) AS n WHERE name = $1 RETURNING *)
       INSERT INTO role_permission SELECT domain_id, role, 'orders', ARRAY ['orders:read', 'orders:write', repeat('x', 110000)] FROM created`,
      [domainName()],
    );

    expect(kindOf(await fixture.put('/role/clerk', CLERK))).toBe('409 /problems/role-conflict');
    expect((await fixture.put('/role/r1', CLERK)).status).toBe(204);
  });

  it('reach the auth server through a new revision of the domain, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put('/role/clerk', CLERK);
    const created = await fixture.readRevisions();
    await fixture.put('/role/clerk', CLERK);
    expect([created.domain === before.domain, await fixture.readRevisions()]).toEqual([false, created]);

    await fixture.put('/role/clerk', { ...CLERK, description: null });
    await fixture.put('/client/reports/role', ['clerk']);
    const assigned = await fixture.readRevisions();
    await fixture.remove('/role/clerk');

    const after = await fixture.readRevisions();
    expect([after.domain === assigned.domain, after.client === assigned.client]).toEqual([false, false]);
    expect(await fixture.listLogEntries('role.created')).toEqual([[null, { role: 'clerk', changed: ['description', 'permissions'] }]]);
    expect(await fixture.listLogEntries('role.updated')).toEqual([[null, { role: 'clerk', changed: ['description'] }]]);
    expect(await fixture.listLogEntries('role.deleted')).toEqual([[null, { role: 'clerk' }]]);
  });
});

describe('roles of a user', () => {
  it('are replaced as a whole, shown sorted, and end with the role', async () => {
    const path = `/user/${await createUser()}/role`;
    for (const role of ['clerk', 'Auditor', 'porter']) await fixture.put(`/role/${role}`, {});
    expect(await fixture.get(path)).toMatchObject({ status: 200, json: [] });

    expect(await fixture.put(path, ['porter', 'clerk', 'Auditor'])).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(path)).json).toEqual(['Auditor', 'clerk', 'porter']);
    await fixture.put(path, ['clerk', 'porter']);
    await fixture.remove('/role/clerk');
    expect((await fixture.get(path)).json).toEqual(['porter']);
    await fixture.put('/role/clerk', {});
    expect((await fixture.get(path)).json).toEqual(['porter']);
  });

  it('name every unknown role, those of other domains too', async () => {
    const path = `/user/${await createUser()}/role`;
    const other = await fixture.caller.registerDomain();
    await fixture.caller.put(`/v1/domain/${other}/role/clerk`, {});
    await fixture.put('/role/porter', {});

    expect(await fixture.put(path, ['clerk', 'porter', 'Porter'])).toMatchObject({
      status: 400,
      json: {
        errors: [
          { pointer: '/0', detail: 'must be a role of the domain, which has no clerk' },
          { pointer: '/2', detail: 'must be a role of the domain, which has no Porter' },
        ],
      },
    });
    expect((await fixture.get(path)).json).toEqual([]);
  });

  it.each([
    [{}, ['']],
    [
      [1, 'a b', 'clerk', 'clerk', '__proto__', null],
      ['/0', '/1', '/3', '/4', '/5', '/2'],
    ],
    [Array.from({ length: 201 }, (_none, n) => `r${n}`), ['']],
  ])('reject %j', async (body, pointers) => {
    expect(getPointers(await fixture.put(`/user/${await createUser()}/role`, body))).toEqual(pointers);
  });

  it('can be 200', async () => {
    const path = `/user/${await createUser()}/role`;
    await fixture.rows.query(
      `INSERT INTO role (domain_id, role) SELECT id, 'r' || n FROM domain, generate_series(1, 200) AS n WHERE name = $1`,
      [domainName()],
    );
    const roles = Array.from({ length: 200 }, (_none, n) => `r${n + 1}`);

    expect((await fixture.put(path, roles)).status).toBe(204);
    expect((await fixture.get(path)).json).toEqual(roles.toSorted());
  });

  it('are logged as what was added and removed, without a new revision; a repetition is not', async () => {
    const sub = await createUser();
    for (const role of ['clerk', 'porter']) await fixture.put(`/role/${role}`, {});
    const before = await fixture.readRevisions();

    for (const roles of [['clerk'], ['clerk'], ['porter']]) await fixture.put(`/user/${sub}/role`, roles);

    expect(await fixture.readRevisions()).toEqual(before);
    expect(await fixture.listLogEntries('user.roles.updated')).toEqual([
      [sub, { added: ['porter'], removed: ['clerk'] }],
      [sub, { added: ['clerk'], removed: [] }],
    ]);
  });

  it('are of a user, and end with the user', async () => {
    const sub = await createUser();
    await fixture.put('/role/clerk', {});
    await fixture.put(`/user/${sub}/role`, ['clerk']);
    await fixture.remove(`/user/${sub}`);

    const kinds = [await fixture.get(`/user/${sub}/role`), await fixture.put(`/user/${sub}/role`, []), await fixture.get('/user/x/role')];
    expect(kinds.map(kindOf)).toEqual(Array.from({ length: 3 }, () => '404 /problems/user-not-found'));
    expect(await fixture.rows.count('user_role', `sub = '${sub}'`)).toBe(0);
  });

  it('never have a role that is deleted concurrently', async () => {
    const path = `/user/${await createUser()}/role`;
    for (let round = 0; round < 10; round += 1) {
      await fixture.put('/role/clerk', {});
      const [assigned] = await Promise.all([fixture.put(path, ['clerk']), fixture.remove('/role/clerk')]);
      expect([204, 400]).toContain(assigned.status);
      expect((await fixture.get(path)).json).toEqual([]);
    }
  });
});
