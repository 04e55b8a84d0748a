import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/quota';
const DEFAULT = { tokensPerMinute: null, tokensPerDay: null, monitorOnly: false };

describe('the token quota of a client', () => {
  it('has a default, and is created by PUT, replaced and deleted', async () => {
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: DEFAULT });
    expect(await fixture.put(PATH, { tokensPerMinute: 600 })).toMatchObject({ status: 201, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ ...DEFAULT, tokensPerMinute: 600 });
    expect(await fixture.put(PATH, { tokensPerDay: 1, monitorOnly: true })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ tokensPerMinute: null, tokensPerDay: 1, monitorOnly: true });
    expect((await fixture.remove(PATH)).status).toBe(204);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it.each([
    [{ tokensPerMinute: 0, tokensPerDay: -1 }, ['/tokensPerDay', '/tokensPerMinute']],
    [{ tokensPerMinute: 1.5, tokensPerDay: '9' }, ['/tokensPerDay', '/tokensPerMinute']],
    [{ tokensPerMinute: 1_000_000_001, monitorOnly: 'true', tokensPerHour: 1 }, ['/monitorOnly', '/tokensPerHour', '/tokensPerMinute']],
  ])('rejects %j', async (body, pointers) => {
    expect((getPointers(await fixture.put(PATH, body)) as string[]).toSorted()).toEqual(pointers);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('reaches the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, { tokensPerMinute: 5 });
    const after = await fixture.readRevisions();
    await fixture.put(PATH, { tokensPerMinute: 5 });
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.remove(PATH);
    await fixture.remove(PATH);

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.quota.updated')).toEqual([['reports', { changed: ['tokensPerMinute'] }]]);
    expect(await fixture.listLogEntries('client.quota.deleted')).toEqual([['reports', {}]]);
  });

  it('concerns clients that exist', async () => {
    expect(kindOf(await fixture.put('/client/unknown/quota', {}))).toBe('404 /problems/client-not-found');
  });
});
