import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, SERVICE, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/role';

describe('roles of a client', () => {
  it('are replaced as a whole, shown sorted, and end with the role and with the client', async () => {
    for (const role of ['clerk', 'auditor', 'porter']) await fixture.put(`/role/${role}`, {});
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: [] });

    expect(await fixture.put(PATH, ['porter', 'clerk', 'auditor'])).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual(['auditor', 'clerk', 'porter']);
    await fixture.put(PATH, ['clerk', 'porter']);
    await fixture.remove('/role/clerk');
    expect((await fixture.get(PATH)).json).toEqual(['porter']);

    await fixture.remove('/client/reports');
    expect(kindOf(await fixture.put(PATH, ['porter']))).toBe('404 /problems/client-not-found');
    await fixture.put('/client/reports', SERVICE);
    expect((await fixture.get(PATH)).json).toEqual([]);
  });

  it('name every unknown role, those of other domains too', async () => {
    const other = await fixture.caller.registerDomain();
    await fixture.caller.put(`/v1/domain/${other}/role/clerk`, {});
    await fixture.put('/role/porter', {});

    const answer = await fixture.put(PATH, ['clerk', 'porter', 'auditor']);

    expect(getPointers(answer)).toEqual(['/0', '/2']);
    expect((await fixture.get(PATH)).json).toEqual([]);
  });

  it('reach the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    for (const role of ['clerk', 'porter']) await fixture.put(`/role/${role}`, {});
    const before = await fixture.readRevisions();
    await fixture.put(PATH, ['clerk', 'porter']);
    const after = await fixture.readRevisions();
    await fixture.put(PATH, ['porter', 'clerk']);
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.put(PATH, ['porter']);

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.roles.updated')).toEqual([
      ['reports', { added: [], removed: ['clerk'] }],
      ['reports', { added: ['clerk', 'porter'], removed: [] }],
    ]);
  });
});
