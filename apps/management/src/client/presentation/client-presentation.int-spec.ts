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
