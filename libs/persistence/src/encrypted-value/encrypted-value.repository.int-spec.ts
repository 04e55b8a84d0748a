import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { EncryptedValueRepository, type EncryptedColumnLocation, type EncryptedValue } from './encrypted-value.repository.js';

const COLUMN: EncryptedColumnLocation = { table: 'signing_key', column: 'private_key', key: ['domain_id', 'kid'] };

let persistence: PersistenceFixture;
let rows: Rows;
let values: EncryptedValueRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  values = new EncryptedValueRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(() => rows.query('DELETE FROM signing_key'));

async function keys(kids: readonly string[]): Promise<string> {
  const domainId = await rows.domain();
  for (const kid of kids) await rows.insert('signing_key', { domain_id: domainId, kid });
  return domainId;
}

async function all(): Promise<EncryptedValue[]> {
  return values.listPage(COLUMN, null, 100);
}

describe('encrypted values', () => {
  it('are listed once each, in pages', async () => {
    const domainIds = [await keys(['c', 'a', 'b']), await keys(['a', 'c', 'b']), await keys(['b', 'a', 'c'])];
    const seen: string[] = [];

    let page = await values.listPage(COLUMN, null, 4);
    for (; page.length > 0; page = await values.listPage(COLUMN, page.at(-1)!, 4)) seen.push(page.map(({ key }) => key.join(' ')).join());

    const expected = domainIds.toSorted().flatMap((domainId) => ['a', 'b', 'c'].map((kid) => `${domainId} ${kid}`));
    expect(seen).toEqual([expected.slice(0, 4).join(), expected.slice(4, 8).join(), expected.slice(8).join()]);
  });

  it('are listed only if the column is not empty', async () => {
    const { id: domainId } = await rows.insert('domain', { subscription_id: (await rows.insert('subscription')).id });
    const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
    await rows.insert('totp', { domain_id: domainId, sub, secret: Buffer.from('in use') });

    expect(await values.listPage({ table: 'totp', column: 'secret', key: ['domain_id', 'sub'] }, null, 10)).toEqual([
      { key: [domainId, sub], encrypted: Buffer.from('in use') },
    ]);
    expect(await values.listPage({ table: 'totp', column: 'pending_secret', key: ['domain_id', 'sub'] }, null, 10)).toEqual([]);
  });

  it('are replaced one by one', async () => {
    await keys(['a', 'b']);
    await keys(['a', 'b']);
    const before = await all();

    await values.replace(COLUMN, before[2]!, Buffer.from('anew'));

    expect(await all()).toEqual(before.map((value, index) => (index === 2 ? { ...value, encrypted: Buffer.from('anew') } : value)));
  });

  it('are not replaced if they have changed since they were read', async () => {
    await keys(['a']);
    const [read] = await all();
    await values.replace(COLUMN, read!, Buffer.from('theirs'));

    await values.replace(COLUMN, read!, Buffer.from('ours'));

    expect((await all()).map(({ encrypted }) => encrypted.toString())).toEqual(['theirs']);
  });
});
