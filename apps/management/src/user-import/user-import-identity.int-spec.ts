import { expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const ISSUER = 'https://login.example.com';
const fixture = useManagementFixture({ WORKER: 'on' });

interface Target {
  domain: string;
  domain_id: string;
}

async function createTarget(): Promise<Target> {
  const domain = await fixture.caller.registerDomain();
  const [row] = await fixture.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  await fixture.rows.insert('identity_provider', { domain_id: row!.id, name: 'shop', issuer: ISSUER });
  return { domain, domain_id: row!.id };
}

async function importLines({ domain }: Target, lines: readonly object[]): Promise<unknown> {
  const body = lines.map((line) => JSON.stringify(line)).join('\n');
  const path = `/v1/domain/${domain}/user-import`;
  const { headers } = await fixture.caller.send(path, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body });
  const show = async () => (await fixture.caller.get(headers['location'] as string)).json as { status: string };
  await eventually(async () => (await show()).status === 'Completed', { timeoutMs: 30_000 });
  return show();
}

const line = (name: string, more: object = {}) => ({ preferredUsername: `${name}@example.com`, name, sub: name, ...more });
const identity = (subject: string, provider = 'shop') => ({ identity: { provider, subject } });

it('creates users of an identity provider, with their sub there, and changes nothing if it is repeated', async () => {
  const target = await createTarget();
  const lines = [line('ada', identity('0815')), line('grace')];

  expect(await importLines(target, lines)).toMatchObject({ created: 2, failed: 0 });
  expect(await importLines(target, lines)).toMatchObject({ read: 2, created: 0, updated: 0, failed: 0 });

  expect(
    await fixture.rows.query(
      'SELECT sub_text, identity_provider, upstream_issuer, upstream_sub FROM end_user WHERE domain_id = $1 ORDER BY sub_text',
      [target.domain_id],
    ),
  ).toEqual([
    { sub_text: 'ada', identity_provider: 'shop', upstream_issuer: ISSUER, upstream_sub: '0815' },
    { sub_text: 'grace', identity_provider: 'local', upstream_issuer: null, upstream_sub: null },
  ]);
  const { json } = await fixture.caller.get(`/v1/domain/${target.domain}/log?type=user.created`);
  expect((json as { data: { identityProvider: unknown } }[]).map(({ data }) => data.identityProvider).toSorted()).toEqual([null, 'shop']);
});

it.each([false, true])('lists every error of an identity, also of one that is named twice (dry run: %s)', async (dryRun) => {
  const target = await createTarget();
  await importLines(target, [line('ada', identity('1')), line('grace')]);
  const path = `/v1/domain/${target.domain}/user-import${dryRun ? '?dryRun=true' : ''}`;
  const lines = [
    line('new-1', identity('1')),
    line('new-2', identity('2', 'unknown')),
    line('new-3', identity('3')),
    line('new-4', identity('3')),
    line('ada', identity('4')),
    line('grace', identity('5')),
    line('new-5', { identity: { provider: '', subject: 'x'.repeat(256), more: true } }),
    line('new-6', { identity: 'shop' }),
  ];
  const body = lines.map((each) => JSON.stringify(each)).join('\n');
  const { headers } = await fixture.caller.send(path, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body });
  const show = async () =>
    (await fixture.caller.get(headers['location'] as string)).json as { status: string; errors: { line: number; pointer: string }[] };
  await eventually(async () => (await show()).status === 'Completed', { timeoutMs: 30_000 });

  expect(await show()).toMatchObject({ created: 1, failed: 7 });
  expect((await show()).errors.map((error) => `${error.line} ${error.pointer}`)).toEqual([
    '1 /identity',
    '2 /identity/provider',
    '4 /identity',
    '5 /identity',
    '6 /identity',
    '7 /identity/more',
    '7 /identity/provider',
    '7 /identity/subject',
    '8 /identity',
  ]);
});
