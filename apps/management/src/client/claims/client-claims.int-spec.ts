import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, SERVICE, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/claims';
const CLAIMS = { accessToken: { tenant: 'acme', plan: ['gold'], limits: { rate: 1.5, none: null } } };
const DEFAULT = { accessToken: {} };

const putText = (body: string) =>
  fixture.caller.send(`${fixture.root}${PATH}`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });

describe('claims of a client', () => {
  it('have a default, and are created by PUT, replaced and deleted', async () => {
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: DEFAULT });
    expect(await fixture.put(PATH, CLAIMS)).toMatchObject({ status: 201, text: '' });
    expect((await fixture.get(PATH)).json).toEqual(CLAIMS);
    expect(await fixture.put(PATH, DEFAULT)).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
    expect((await fixture.remove(PATH)).status).toBe(204);
    expect(await fixture.put(PATH, DEFAULT)).toMatchObject({ status: 201 });
  });

  it.each([
    ['{}', ['/accessToken']],
    ['{"accessToken":null}', ['/accessToken']],
    ['{"accessToken":[]}', ['/accessToken']],
    [
      '{"accessToken":{"sub":"a","scope":"b","roles":["c"],"tenant":"d"},"idToken":{}}',
      ['/accessToken/sub', '/accessToken/scope', '/accessToken/roles', '/idToken'],
    ],
    ['{"accessToken":{"__proto__":{"a":1}}}', ['/accessToken/__proto__']],
    ['{"accessToken":{"a":[{"b":{"__proto__":1}}]}}', ['/accessToken/a/0/b/__proto__']],
    [JSON.stringify({ accessToken: { a: '\0', b: 'x'.repeat(9 * 1_024) } }), ['/accessToken/a', '/accessToken']],
  ])('reject %.80s', async (body, pointers) => {
    expect((getPointers(await putText(body)) as string[]).toSorted()).toEqual(pointers.toSorted());
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('reach the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, CLAIMS);
    const after = await fixture.readRevisions();
    // PostgreSQL stores no order of members.
    await fixture.put(PATH, { accessToken: Object.fromEntries(Object.entries(CLAIMS.accessToken).toReversed()) });
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.put(PATH, { accessToken: { tenant: 'acme', plan: [] } });
    const changed = await fixture.readRevisions();
    await fixture.remove(PATH);
    await fixture.remove(PATH);

    expect([changed.client === after.client, (await fixture.readRevisions()).client === changed.client]).toEqual([false, false]);
    expect(await fixture.listLogEntries('client.claims.updated')).toEqual([
      ['reports', { changed: ['limits', 'plan'] }],
      ['reports', { changed: ['limits', 'plan', 'tenant'] }],
    ]);
    expect(await fixture.listLogEntries('client.claims.deleted')).toEqual([['reports', {}]]);
  });

  it('survive a PUT of the client, and end with it', async () => {
    await fixture.put(PATH, CLAIMS);
    await fixture.put('/client/reports', { ...SERVICE, scope: 'write' });
    expect((await fixture.get(PATH)).json).toEqual(CLAIMS);

    await fixture.remove('/client/reports');
    expect(kindOf(await fixture.get(PATH))).toBe('404 /problems/client-not-found');
    await fixture.put('/client/reports', SERVICE);

    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });
});
