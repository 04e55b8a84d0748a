import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const JANE = { preferredUsername: 'jane.doe@example.com', name: 'Jane Doe' };
const JOHN = { preferredUsername: 'john.doe@example.com', name: 'John Doe' };
const fixture = useManagementFixture({ WORKER: 'on' });

async function createDomain(): Promise<string> {
  const path = `/v1/domain/${await fixture.caller.registerDomain()}`;
  for (const role of ['clerk', 'owner']) await fixture.caller.put(`${path}/role/${role}`, {});
  return path;
}

async function importLines(path: string, lines: readonly object[], query = ''): Promise<object> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const answer = await fixture.caller.send(`${path}/user-import${query}`, { method: 'POST', headers, body });
  let result = {};
  await eventually(
    async () => {
      result = (await fixture.caller.get(answer.headers['location'] as string)).json as object;
      return (result as { status: string }).status === 'Completed';
    },
    { timeoutMs: 30_000 },
  );
  return result;
}

async function listRoles(path: string): Promise<Record<string, unknown>> {
  const users = (await fixture.caller.get(`${path}/user`)).json as { sub: string; preferredUsername: string }[];
  const entries = users.map(async ({ sub, preferredUsername }) => {
    return [preferredUsername.split('.')[0], (await fixture.caller.get(`${path}/user/${sub}/role`)).json];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
}

const countEvents = async (path: string): Promise<number> =>
  ((await fixture.caller.get(`${path}/log?type=user.roles.updated`)).json as unknown[]).length;

describe('roles of a line', () => {
  it('become all roles of the user, once, with a log entry; a line without them leaves them', async () => {
    const path = await createDomain();
    const lines = [{ ...JANE, roles: ['owner', 'clerk'] }, JOHN];

    expect(await importLines(path, lines)).toMatchObject({ created: 2, updated: 0, failed: 0 });
    expect(await listRoles(path)).toEqual({ jane: ['clerk', 'owner'], john: [] });
    expect(await importLines(path, lines)).toMatchObject({ created: 0, updated: 0, failed: 0 });
    expect(await countEvents(path)).toBe(1);

    expect(
      await importLines(path, [
        { ...JANE, name: 'Jane Roe' },
        { ...JOHN, roles: ['clerk'] },
      ]),
    ).toMatchObject({ updated: 2 });
    expect(await listRoles(path)).toEqual({ jane: ['clerk', 'owner'], john: ['clerk'] });
    expect(await importLines(path, [{ ...JANE, name: 'Jane Roe', roles: [] }])).toMatchObject({ updated: 1 });
    expect(await listRoles(path)).toEqual({ jane: [], john: ['clerk'] });
    expect(await countEvents(path)).toBe(3);
  }, 60_000);

  it.each(['', '?dryRun=true'])('are errors of the line if the domain does not have them %s', async (query) => {
    const path = await createDomain();
    const lines = [
      { ...JANE, roles: ['clerk', 'none', 'clerk', 'a b'] },
      { ...JANE, roles: ['clerk', 'none'] },
      { ...JOHN, roles: 'clerk' },
    ];

    const result = (await importLines(path, lines, query)) as { errors: { line: number; pointer: string; detail: string }[] };

    expect(result).toMatchObject({ created: 0, failed: 3 });
    expect(result.errors.map(({ line, pointer }) => `${line} ${pointer}`)).toEqual(['1 /roles/2', '1 /roles/3', '2 /roles/1', '3 /roles']);
    expect(result.errors[2]!.detail).toBe('must be a role of the domain, which has no none');
    expect(await listRoles(path)).toEqual({});
  });

  it('of a dry run are those that earlier lines would give', async () => {
    const path = await createDomain();

    const result = await importLines(path, [JANE, { ...JANE, roles: ['clerk'] }, { ...JANE, roles: ['clerk'] }], '?dryRun=true');

    expect(result).toMatchObject({ read: 3, created: 1, updated: 1, failed: 0 });
  });
});
