import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { listDomainTables } from '../../../../test/support/filled-domain.js';
import { eventually } from '../../../../test/support/eventually.js';
import type { Answer } from '../../../../test/support/http.js';
import {
  createFilledDomain,
  exportDomain,
  importFile,
  receiverKey,
  toFile,
  toLines,
  useInstallations,
  type Installation,
  type Line,
} from './domain-transfer.fixture.js';

const installations = useInstallations();

/** A file for the other installation, and the domain that it has. */
async function exportFilled(): Promise<{ name: string; id: string; lines: Line[] }> {
  const domain = await createFilledDomain(installations.here);
  return { ...domain, lines: toLines(await exportDomain(installations.here, domain.name, await receiverKey(installations.there))) };
}

/** Every row of a domain, and its own. */
async function countRows({ rows }: Installation, id: string): Promise<number> {
  let count = await rows.count('domain', `id = '${id}'`);
  for (const { name } of await listDomainTables(rows)) count += await rows.count(name, `domain_id = '${id}'`);
  return count;
}

/** Requires that nothing of the domain is there, and that its file can still be imported. */
async function expectNothing(name: string, id: string, lines: readonly Line[]): Promise<void> {
  const { there } = installations;
  const { status } = await there.caller.get(`/v1/domain/${name}`);
  expect(status).toBe(404);
  await eventually(async () => (await countRows(there, id)) === 0, { timeoutMs: 20_000 });
  expect((await importFile(there, toFile(lines))).status).toBe(201);
}

function change(lines: readonly Line[], type: string, edit: (line: Line) => object): object[] {
  const index = lines.findIndex((line) => line.type === type);
  const { text: _text, ...line } = structuredClone(lines[index]!);
  return lines.with(index, edit(line as Line) as Line);
}

const problemOf = ({ status, json }: Answer): unknown => {
  const { detail, errors } = json as { detail: string; errors?: { detail: string }[] };
  return [status, detail, ...(errors ?? []).map((error) => error.detail)].join('\n');
};

async function createLimitedKey({ rows, management, subscriptionId }: Installation, permissions: string[], domains: string[] | null) {
  const apiKey = `latchkey_${randomUUID()}`;
  const hash = createHash('sha256').update(apiKey).digest();
  await rows.insert('api_key', { subscription_id: subscriptionId, hash, permissions, domains });
  return management.as(apiKey);
}

describe('a file that is not as it was exported', () => {
  it.each<[string, RegExp, (lines: readonly Line[]) => readonly object[]]>([
    ['lacks its end', /ends before its last line/, (lines) => lines.slice(0, -1)],
    ['lacks a row', /not as it was exported/, (lines) => lines.filter(({ type }) => type !== 'UsedJti')],
    [
      'has a changed row',
      /not as it was exported/,
      (lines) => change(lines, 'Branding', (line) => ({ ...line, row: { ...line.row, name: 'Other' } })),
    ],
    ['goes on after its end', /goes on after its last line/, (lines) => [...lines, lines[1]!]],
    ['has no first line', /does not begin with its first line/, (lines) => lines.slice(1)],
    [
      'has another version',
      /must be 1: import the file with a release/,
      (lines) => change(lines, 'Domain', (line) => ({ ...line, schema: 2 })),
    ],
    [
      'has an unknown kind of row',
      /line 2: has the type "Colour"/,
      (lines) => change(lines, lines[1]!.type, (line) => ({ ...line, type: 'Colour' })),
    ],
    [
      'has kinds in another order',
      /Role must not follow/,
      (lines) => [...lines.slice(0, -1), lines.find(({ type }) => type === 'Role')!, lines.at(-1)!],
    ],
    [
      'names another domain in a row',
      /Client has "domain_id", which is not a column/,
      (lines) => change(lines, 'Client', (line) => ({ ...line, row: { ...line.row, domain_id: randomUUID() } })),
    ],
    [
      'lacks a column',
      /Client lacks scope/,
      (lines) => change(lines, 'Client', ({ row: { scope: _scope, ...row }, ...line }) => ({ ...line, row })),
    ],
    [
      'has a value of another type',
      /EndUser: invalid input syntax for type uuid/,
      (lines) => change(lines, 'EndUser', (line) => ({ ...line, row: { ...line.row, sub: 'nobody' } })),
    ],
    ['has a row without its parent', /violates foreign key constraint/, (lines) => lines.filter(({ type }) => type !== 'EndUser')],
    [
      'has secrets in each other’s place',
      /Webhook: secret was changed, or is the secret of another place/,
      (lines) =>
        change(lines, 'Webhook', (line) => ({
          ...line,
          secrets: { ...line.secrets, secret: line.secrets!['previous_secret'], previous_secret: line.secrets!['secret'] },
        })),
    ],
    [
      'has a secret of the header in a row',
      /is the secret of another place/,
      (lines) => change(lines, 'Webhook', (line) => ({ ...line, secrets: { ...line.secrets, secret: lines[0]!['cookieKeys'] } })),
    ],
    [
      'has a secret in clear',
      /client_secret was changed/,
      (lines) => change(lines, 'IdentityProvider', (line) => ({ ...line, secrets: { client_secret: 'in clear' } })),
    ],
    [
      'has a log that ends elsewhere',
      /not as it was exported/,
      (lines) => change(lines, 'Domain', (line) => ({ ...line, log: { ...(line['log'] as object), sequence: 1 } })),
    ],
  ])('is refused if it %s, and nothing of it stays', async (_fault, reason, edit) => {
    const { name, id, lines } = await exportFilled();

    const answer = await importFile(installations.there, toFile(edit(lines)));

    expect(problemOf(answer)).toMatch(reason);
    expect(answer.status).toBe(400);
    await expectNothing(name, id, lines);
  });

  it('is refused for a line over 4 MiB', async () => {
    const { name, id, lines } = await exportFilled();

    const answer = await importFile(installations.there, toFile([lines[0]!, { type: 'Branding', row: { name: 'x'.repeat(4_194_304) } }]));

    expect(problemOf(answer)).toMatch(/413\nLine 2 exceeds 4 MiB/);
    await expectNothing(name, id, lines);
  });

  it('is refused with the first 100 errors', async () => {
    const { lines } = await exportFilled();
    const wrong = Array.from({ length: 150 }, () => ({ type: 'Colour' }));

    const { json } = await importFile(installations.there, toFile([lines[0]!, ...wrong, lines.at(-1)!]));

    expect((json as { errors: unknown[] }).errors).toHaveLength(100);
  });

  it('is refused if it is for another installation', async () => {
    const { here, there } = installations;
    const { name } = await createFilledDomain(here);

    const answer = await importFile(there, await exportDomain(here, name, await receiverKey(here)));

    expect(problemOf(answer)).toMatch(/400\nThe file was encrypted for another installation/);
  });

  it('is refused if its log was changed, and names the entry', async () => {
    const { here, there } = installations;
    const { name, id } = await createFilledDomain(here);
    await here.caller.get(`/v1/domain/${name}/log`);
    await here.rows.query(`UPDATE log_entry SET actor_name = 'Mallory' WHERE domain_id = $1 AND sequence = 2`, [id]);

    const answer = await importFile(there, await exportDomain(here, name, await receiverKey(there)));

    expect(problemOf(answer)).toMatch(/400\nThe log of the file is not whole: entry 2 \(changed\)/);
  });

  it.each([
    ['', /must be the answer of GET \/v1\/domain-import\/key/],
    ['?key=e30', /must be a public key of the type EC/],
    [
      `?key=${Buffer.from(JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' })).toString('base64url')}`,
      /is no public key of the curve/,
    ],
  ])('is not written for the key of nobody: %s', async (query, reason) => {
    const { here } = installations;
    const name = await here.caller.registerDomain();

    const answer = await here.caller.get(`/v1/domain/${name}/export${query}`);

    expect(problemOf(answer)).toMatch(reason);
    expect(answer.status).toBe(400);
  });
});

describe('an import', () => {
  it('of the same domain twice at once happens once', async () => {
    const { name, lines } = await exportFilled();
    const { there } = installations;

    const answers = await Promise.all([1, 2].map(() => importFile(there, toFile(lines))));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await there.caller.get(`/v1/domain/${name}`)).status).toBe(200);
  });

  it('is refused where the domain is', async () => {
    const { here } = installations;
    const { name } = await createFilledDomain(here);

    const answer = await importFile(here, await exportDomain(here, name, await receiverKey(here)));

    expect(problemOf(answer)).toMatch(/^409\n.* is in use here/);
  });

  it('needs the permission for everything, as an export does', async () => {
    const { here, there } = installations;
    const { name, lines } = await exportFilled();
    const [reader, writer] = [await createLimitedKey(here, ['*:read'], null), await createLimitedKey(there, ['domain:write'], null)];
    const other = await createLimitedKey(there, ['*'], ['other.example.com']);

    const exported = await reader.get(`/v1/domain/${name}/export?key=${await receiverKey(there)}`);
    const imported = await Promise.all([writer, other].map((caller) => importFile({ caller }, toFile(lines))));

    expect([exported, ...imported].map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
