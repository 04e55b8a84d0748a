import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/presentation';
const DEFAULT = { name: null, logoUri: null, clientUri: null, policyUri: null, tosUri: null };
const COMPLETE = {
  name: 'Reports',
  logoUri: 'https://www.example.com/logo.svg?v=2',
  clientUri: 'https://www.example.com/',
  policyUri: 'https://www.example.com/privacy',
  tosUri: 'https://www.example.com/terms',
};

describe('the presentation of a client', () => {
  it('has a default, and is created by PUT, replaced and deleted', async () => {
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: DEFAULT });
    expect(await fixture.put(PATH, COMPLETE)).toMatchObject({ status: 201, text: '' });
    expect((await fixture.get(PATH)).json).toEqual(COMPLETE);
    expect(await fixture.put(PATH, { name: 'Figures', logoUri: null })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ ...DEFAULT, name: 'Figures' });
    expect((await fixture.remove(PATH)).status).toBe(204);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it.each([
    [{ name: '', logoUri: 'http://www.example.com/logo.svg' }, ['/logoUri', '/name']],
    [{ name: 'Bank\u202e', clientUri: 'javascript:alert(1)', tosUri: 'https://user@www.example.com/' }, ['/clientUri', '/name', '/tosUri']],
    [{ policyUri: '/privacy', url: 'https://www.example.com/' }, ['/policyUri', '/url']],
    [{ owner: 'maya', expiresAt: '2030-01-31T00:00:00Z' }, ['/expiresAt', '/owner']],
    [{ kind: 'Robot' }, ['/kind']],
    [{ kind: 'Agent', owner: 'a b', expiresAt: '2030-02-30T00:00:00Z' }, ['/expiresAt', '/owner']],
    [{ kind: 'Agent', owner: 'nobody' }, ['/owner']],
    [{ kind: 'Agent', owner: '' }, ['/owner']],
  ])('rejects %j, and changes nothing', async (body, pointers) => {
    expect((getPointers(await fixture.put(PATH, body)) as string[]).toSorted()).toEqual(pointers);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('reaches the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, { name: 'Figures' });
    const after = await fixture.readRevisions();
    await fixture.put(PATH, { name: 'Figures' });
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.remove(PATH);
    await fixture.remove(PATH);

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.presentation.updated')).toEqual([['reports', { changed: ['name'] }]]);
    expect(await fixture.listLogEntries('client.presentation.deleted')).toEqual([['reports', {}]]);
  });

  it('concerns clients that exist', async () => {
    expect(kindOf(await fixture.put('/client/unknown/presentation', {}))).toBe('404 /problems/client-not-found');
  });
});

describe('an agent', () => {
  const AGENT = { ...DEFAULT, kind: 'Agent', owner: 'maya', expiresAt: '2030-01-31T00:00:00.000Z' };
  const createMaya = (root = fixture.root) =>
    fixture.caller.post(`${root}/user`, { preferredUsername: 'maya.k-of-the-shop', name: 'Maya', sub: 'maya' });

  it('has an owner of the domain and an expiry, which is stored in UTC', async () => {
    await createMaya();

    expect(await fixture.put(PATH, { kind: 'Agent', owner: 'maya', expiresAt: '2030-01-31T01:00:00.4+01:00' })).toMatchObject({
      status: 201,
    });
    expect((await fixture.get(PATH)).json).toEqual(AGENT);
    expect(await fixture.listLogEntries('client.presentation.updated')).toEqual([['reports', { changed: ['kind', 'owner', 'expiresAt'] }]]);
    const [row] = await fixture.rows.query(
      `SELECT owner_id IS NOT NULL AS owned, expires_at FROM client WHERE client_id = 'reports' AND owner_id IS NOT NULL`,
    );
    expect(row).toEqual({ owned: true, expires_at: new Date('2030-01-31T00:00:00Z') });
    await fixture.remove(PATH);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('belongs to no user of another domain, also in the configuration document', async () => {
    await createMaya(`/v1/domain/${await fixture.caller.registerDomain()}`);
    const { json, headers } = await fixture.get('/configuration');
    const clients = { ...(json as { clients: Record<string, object> }).clients };
    clients['reports'] = { ...clients['reports'], presentation: { kind: 'Agent', owner: 'maya' } };
    const configuration = { version: 1, clients };

    expect(getPointers(await fixture.put(PATH, AGENT))).toEqual(['/owner']);
    const call = () =>
      fixture.caller.send(`${fixture.root}/configuration`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': headers.etag! },
        body: JSON.stringify(configuration),
      });
    expect(getPointers(await call())).toEqual(['/clients/reports/presentation/owner']);
    await createMaya();
    expect((await call()).status).toBe(200);
    expect((await fixture.get(PATH)).json).toEqual({ ...AGENT, expiresAt: null });
  });

  it('is deactivated with its owner, which the log tells', async () => {
    await createMaya();
    await fixture.put(PATH, AGENT);
    const before = await fixture.readRevisions();

    expect((await fixture.remove('/user/maya')).status).toBe(204);

    expect((await fixture.get(PATH)).json).toEqual({ ...AGENT, owner: null });
    expect((await fixture.get('/client/reports/active')).json).toEqual({ active: false });
    expect((await fixture.readRevisions()).client).not.toBe(before.client);
    expect(await fixture.listLogEntries('client.active.updated')).toEqual([['reports', { active: false }]]);
  });

  it('never keeps an owner who is deleted at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      await createMaya();
      const [stored, removed] = await Promise.all([fixture.put(PATH, AGENT), fixture.remove('/user/maya')]);

      expect(removed.status).toBe(204);
      const isActive = ((await fixture.get('/client/reports/active')).json as { active: boolean }).active;
      const { owner = null } = (await fixture.get(PATH)).json as { owner?: string | null };
      // Refused after the deletion, or stored before it and ended by it.
      expect([stored.status, owner, isActive]).toEqual([stored.status, null, stored.status === 400]);
      expect([201, 400]).toContain(stored.status);
      await fixture.put('/client/reports/active', { active: true });
      await fixture.remove(PATH);
    }
  });
});
