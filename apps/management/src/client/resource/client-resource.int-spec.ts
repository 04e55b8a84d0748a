import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, ORDERS, SERVICE, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/resource/orders';
const READ = { scopes: ['orders:read'] };

describe('scopes of a client at a resource', () => {
  it('are created by PUT, shown, listed, replaced and deleted', async () => {
    expect([kindOf(await fixture.get(PATH)), (await fixture.get('/client/reports/resource')).json]).toEqual([
      '404 /problems/client-resource-not-found',
      [],
    ]);
    expect(await fixture.put(PATH, READ)).toMatchObject({ status: 201, text: '' });
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: READ });
    expect(await fixture.put(PATH, { scopes: [] })).toMatchObject({ status: 204, text: '' });
    await fixture.put('/resource/a', { ...ORDERS, audience: 'urn:a' });
    await fixture.put('/client/reports/resource/a', READ);
    expect(await fixture.get('/client/reports/resource')).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '2' },
      json: [
        { resourceId: 'a', ...READ },
        { resourceId: 'orders', scopes: [] },
      ],
    });
    expect((await fixture.remove(PATH)).status).toBe(204);
    expect(kindOf(await fixture.remove(PATH))).toBe('404 /problems/client-resource-not-found');
  });

  it('name every scope that the resource does not have', async () => {
    expect(await fixture.put(PATH, { scopes: ['orders:read', 'stock:read', 'read'] })).toMatchObject({
      status: 400,
      json: {
        errors: [
          { pointer: '/scopes/1', detail: 'must be a scope of the resource orders, which has no stock:read' },
          { pointer: '/scopes/2', detail: 'must be a scope of the resource orders, which has no read' },
        ],
      },
    });
    expect((await fixture.get('/client/reports/resource')).json).toEqual([]);
  });

  it.each([
    [{}, ['/scopes']],
    [{ scopes: null }, ['/scopes']],
    [{ scopes: ['a b', '', 7, 'a', 'a'] }, ['/scopes/0', '/scopes/1', '/scopes/2', '/scopes/4', '/scopes/3']],
    [{ scopes: Array.from({ length: 201 }, (_none, n) => `s${n}`) }, ['/scopes']],
    [{ scopes: ['a'], resourceId: 'orders', other: 1 }, ['/resourceId', '/other', '/scopes/0']],
  ])('reject %j', async (body, pointers) => {
    expect(getPointers(await fixture.put(PATH, body))).toEqual(pointers);
  });

  it('need a resource and a client of the domain', async () => {
    const answers = [
      await fixture.put('/client/reports/resource/stock', READ),
      await fixture.get('/client/reports/resource/stock'),
      await fixture.put('/client/absent/resource/orders', READ),
      await fixture.get('/client/absent/resource'),
    ];

    expect(answers.map(kindOf)).toEqual([
      '404 /problems/resource-not-found',
      '404 /problems/resource-not-found',
      '404 /problems/client-not-found',
      '404 /problems/client-not-found',
    ]);
  });

  it('reach the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, READ);
    const after = await fixture.readRevisions();
    await fixture.put(PATH, READ);
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.remove(PATH);

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.resource.updated')).toEqual([['reports', { resource: 'orders', scopes: ['orders:read'] }]]);
    expect(await fixture.listLogEntries('client.resource.deleted')).toEqual([['reports', { resource: 'orders' }]]);
  });

  it('survive a PUT of the client, and end with it', async () => {
    await fixture.put(PATH, READ);
    await fixture.put('/client/reports', { ...SERVICE, scope: 'write' });
    expect((await fixture.get(PATH)).json).toEqual(READ);

    await fixture.remove('/client/reports');
    await fixture.put('/client/reports', SERVICE);

    expect((await fixture.get('/client/reports/resource')).json).toEqual([]);
  });

  it('never include a scope that the resource loses concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      await fixture.put('/resource/orders', ORDERS);
      const [granted] = await Promise.all([fixture.put(PATH, READ), fixture.put('/resource/orders', { ...ORDERS, scopes: [] })]);

      expect([201, 204, 400]).toContain(granted.status);
      const { status, json } = await fixture.get(PATH);
      expect(status === 404 || (json as typeof READ).scopes.length === 0).toBe(true);
    }
  });
});
