import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/active';

describe('whether a client is active', () => {
  it('is true by default, and changed by PUT', async () => {
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: { active: true } });
    expect(await fixture.put(PATH, { active: false })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ active: false });
    expect(await fixture.put(PATH, { active: true })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ active: true });
  });

  it.each([
    [{}, ['/active']],
    [{ active: null }, ['/active']],
    [{ active: 'false', until: 1 }, ['/active', '/until']],
  ])('rejects %j', async (body, pointers) => {
    expect((getPointers(await fixture.put(PATH, body)) as string[]).toSorted()).toEqual(pointers);
    expect((await fixture.get(PATH)).json).toEqual({ active: true });
  });

  it('reaches the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, { active: false });
    const after = await fixture.readRevisions();
    await fixture.put(PATH, { active: false });
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.put(PATH, { active: true });

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.active.updated')).toEqual([
      ['reports', { active: true }],
      ['reports', { active: false }],
    ]);
  });

  it('concerns clients that exist', async () => {
    expect(kindOf(await fixture.get('/client/unknown/active'))).toBe('404 /problems/client-not-found');
    expect(kindOf(await fixture.put('/client/unknown/active', { active: false }))).toBe('404 /problems/client-not-found');
  });
});
