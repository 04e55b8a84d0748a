import { describe, expect, it } from '@jest/globals';
import { TRANSFER_TABLES, type TransferTable } from '@latchkey/persistence';
import type { Row } from '../../../../test/support/rows.js';
import { ENCRYPTED_COLUMNS } from '../master-key/encrypted-columns.js';
import {
  createFilledDomain,
  exportDomain,
  importFile,
  receiverKey,
  toLines,
  useInstallations,
  type Installation,
} from './domain-transfer.fixture.js';

const installations = useInstallations();

/** The rows of a table with decrypted values, in the order of a file. */
async function contentOf({ rows, encryptor }: Installation, { name, columns, encrypted, key }: TransferTable, id: string): Promise<Row[]> {
  const order = key.length > 0 ? `ORDER BY ${key.join()}` : '';
  const found = await rows.query(
    `SELECT ${columns.map(asText).join()} ${encrypted.map((column) => `, ${column}`).join('')} FROM ${name} WHERE domain_id = $1
     ${name === 'log_entry' ? `AND type <> 'domain.imported'` : ''} ${order}`,
    [id],
  );
  return found.map((row) => {
    const values: [string, unknown][] = Object.entries(row).map(([column, value]) => {
      if (!encrypted.includes(column) || value === null) return [column, value];
      const { contextOf, key: place } = ENCRYPTED_COLUMNS.find((each) => each.table === name && each.column === column)!;
      return [column, encryptor.decrypt(value as Buffer, contextOf(id, row[place[1]] as string)).toString('latin1')];
    });
    return Object.fromEntries(values);
  });
}

/** JSON that is stored as text comes back in another notation. */
const asText = (column: string): string => (column === 'payload' ? 'payload::jsonb::text' : `${column}::text`);

async function allOf(installation: Installation, id: string): Promise<Record<string, Row[]>> {
  const contents: [string, Row[]][] = [];
  for (const table of TRANSFER_TABLES) contents.push([table.name, await contentOf(installation, table, id)]);
  return Object.fromEntries(contents);
}

describe('a domain that is exported and imported elsewhere', () => {
  it('has the same rows in every table, with its secrets encrypted by the master key there', async () => {
    const { here, there } = installations;
    const { name, id } = await createFilledDomain(here);
    const signIn = { secondFactor: 'Always', accountDeletion: false, signUp: 'Open', editableAttributes: ['locale'] };
    await here.caller.put(`/v1/domain/${name}/sign-in`, signIn);

    const file = await exportDomain(here, name, await receiverKey(there));
    const answer = await importFile(there, file);

    const [original, copy] = [await allOf(here, id), await allOf(there, id)];
    // Each installation signs checkpoints of its own meanwhile.
    for (const content of [original, copy]) delete content['log_checkpoint'];
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        domain: name,
        id,
        status: 'active',
        rows: toLines(file).length - 2,
        log: { entries: expect.any(Number), hash: expect.any(String) },
      },
    ]);
    expect(copy).toEqual(original);
    expect((await there.caller.get(`/v1/domain/${name}/sign-in`)).json).toEqual({
      secondFactor: 'Always',
      accountDeletion: false,
      signUp: 'Open',
      editableAttributes: ['locale'],
    });
    const empty = Object.entries(copy).filter(([, rows]) => rows.length === 0);
    expect(empty.map(([table]) => table)).toEqual(['log_removal']);
  });

  it('has both events in its log, of which the import continues the chain', async () => {
    const { here, there } = installations;
    const { name } = await createFilledDomain(here);

    await importFile(there, await exportDomain(here, name, await receiverKey(there)));

    const { json } = await there.caller.get(`/v1/domain/${name}/log?type=domain.*`);
    expect((json as { type: string; data: object }[]).map(({ type, data }) => [type, data])).toEqual([
      ['domain.imported', { source: expect.stringMatching(/^http:/) }],
      ['domain.exported', { receiver: expect.any(String) }],
      ['domain.created', {}],
    ]);
  });
});

describe('the checkpoints of a log', () => {
  it('come along, and are verified with the keys of where they were signed', async () => {
    const { here, there } = installations;
    const { name, id } = await createFilledDomain(here);
    await here.rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1', [id]);
    await here.rows.until(`EXISTS (SELECT FROM log_checkpoint WHERE domain_id = '${id}')`);
    const [signed] = await here.rows.query('SELECT jws FROM log_checkpoint WHERE domain_id = $1', [id]);

    const { status } = await importFile(there, await exportDomain(here, name, await receiverKey(there)));

    expect(status).toBe(201);
    expect(await there.rows.query('SELECT jws FROM log_checkpoint WHERE domain_id = $1 ORDER BY sequence', [id])).toContainEqual(signed);
  });
});

describe('an import whose name was registered before', () => {
  it('takes the place of a registration that has nothing but the name', async () => {
    const { here, there } = installations;
    const name = 'moves.example.com';
    for (const { caller } of [here, there]) await caller.post('/v1/domain', { domain: name });

    const { status, json } = await importFile(there, await exportDomain(here, name, await receiverKey(there)));

    expect([status, json]).toEqual([201, expect.objectContaining({ domain: name, status: 'active' })]);
    await there.rows.until(`(SELECT count(*) FROM domain WHERE subscription_id = '${there.subscriptionId}' AND name LIKE '%moves%') = 1`);
    expect((await there.caller.get(`/v1/domain/${name}/log?type=domain.imported`)).json).toHaveLength(1);
  });

  it('is refused once that has a client', async () => {
    const { here, there } = installations;
    const name = 'stays.example.com';
    for (const { caller } of [here, there]) await caller.post('/v1/domain', { domain: name });
    const client = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
    await there.caller.put(`/v1/domain/${name}/client/service`, client);

    const { status, json } = await importFile(there, await exportDomain(here, name, await receiverKey(there)));

    expect([status, (json as { type: string }).type]).toEqual([409, '/problems/domain-import-conflict']);
  });
});

describe('a frozen domain', () => {
  it('takes no changes until it is thawed, and can be read and exported', async () => {
    const { here, there } = installations;
    const domain = await here.caller.registerDomain();
    const path = `/v1/domain/${domain}`;
    const change = () => here.caller.put(`${path}/branding`, { name: 'Acme' });

    const frozen = await here.caller.post(`${path}/freeze`);
    const refused = await change();
    const read = await here.caller.get(`${path}/branding`);
    const file = await exportDomain(here, domain, await receiverKey(there));
    const thawed = await here.caller.delete(`${path}/freeze`);

    expect([frozen.status, refused.status, refused.headers['retry-after'], read.status, thawed.status]).toEqual([204, 503, '2', 200, 204]);
    expect((refused.json as { detail: string }).detail).toMatch(/^The domain takes no changes, because it is frozen for a move/);
    expect(file).toContain('"type":"domain.frozen"');
    expect((await change()).status).toBe(204);
    const { json } = await here.caller.get(`${path}/log?type=domain.*`);
    const types = (json as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['domain.thawed', 'domain.exported', 'domain.frozen', 'domain.created']);
  });

  it('is frozen once', async () => {
    const { here } = installations;
    const path = `/v1/domain/${await here.caller.registerDomain()}`;

    const answers = [await here.caller.post(`${path}/freeze`), await here.caller.post(`${path}/freeze`)];

    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await here.caller.get(`${path}/log?type=domain.frozen`)).json).toHaveLength(1);
  });
});
