import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const NDJSON = { 'Content-Type': 'application/x-ndjson' };
const USERS = 3_000;
const fixture = useManagementFixture({ WORKER: 'on' });

const createFile = (count: number): string =>
  Array.from({ length: count }, (_none, n) => JSON.stringify({ preferredUsername: `user-${n}@example.com`, name: `User ${n}` })).join('\n');

async function createPath(): Promise<string> {
  return `/v1/domain/${await fixture.caller.registerDomain()}/user-import`;
}

function upload(path: string, count: number): Promise<Answer> {
  return fixture.caller.send(path, { method: 'POST', headers: NDJSON, body: createFile(count) });
}

async function show(location: string): Promise<{ status: string; read: number }> {
  return (await fixture.caller.get(location)).json as { status: string; read: number };
}

describe('imports of a domain', () => {
  it('are at most three that have not ended, and one that is canceled stops', async () => {
    const path = await createPath();
    const open = [await upload(path, USERS), await upload(path, 1), await upload(path, 1)];
    expect(open.map(({ status }) => status)).toEqual([202, 202, 202]);

    const fourth = await upload(path, 1);

    expect([kindOf(fourth), fourth.headers['retry-after'], fourth.headers['connection']]).toEqual([
      '429 /problems/too-many-requests',
      '30',
      'close',
    ]);
    expect((fourth.json as { detail: string }).detail).toBe(
      '3 imports of the domain have not ended. Nothing is imported; wait until one has ended, or delete one.',
    );
    expect((await upload(await createPath(), 1)).status).toBe(202);

    const [first, second, third] = open.map(({ headers }) => headers['location'] as string);
    await eventually(async () => (await show(first!)).read > 0, { timeoutMs: 30_000 });
    expect((await fixture.caller.delete(first!)).status).toBe(204);
    await eventually(async () => (await show(third!)).status === 'Completed', { timeoutMs: 30_000 });

    expect((await fixture.caller.get(first!)).status).toBe(404);
    expect((await show(second!)).status).toBe('Completed');
    const created = await fixture.rows.count('end_user', `username_key LIKE 'user-%'`);
    expect(created).toBeGreaterThan(1);
    expect(created).toBeLessThan(USERS);
    // Also the import of the other domain, which takes its turn.
    await eventually(async () => (await fixture.rows.count('user_import_line')) === 0, { timeoutMs: 30_000 });
  }, 60_000);
});

describe('a file over 1 GiB', () => {
  it('is refused before it is read', async () => {
    const path = await createPath();
    const call = request(`${fixture.management.url}${path}`, {
      method: 'POST',
      headers: { ...NDJSON, 'x-api-key': fixture.caller.apiKey, 'Content-Length': 1_073_741_825 },
      agent: false,
    });
    call.on('error', () => undefined);
    call.write('{}\n');
    const [response] = (await once(call, 'response')) as [IncomingMessage];

    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      413,
      expect.objectContaining({
        type: '/problems/content-too-large',
        detail: 'The file must not exceed 1 GiB or 5,000,000 lines. Nothing is imported; send it in parts.',
      }),
    ]);
    call.destroy();
    expect((await fixture.caller.get(path)).json).toEqual([]);
  });
});
