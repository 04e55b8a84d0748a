import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from '../domain/domain.repository.js';
import type { RevisionParts } from './current-revision.js';
import { ServedDomainRepository, type RevisionQuery } from './served-domain.repository.js';

const NUL = '\u0000';

let persistence: PersistenceFixture;
let rows: Rows;
let domains: DomainRepository;
let served: ServedDomainRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  domains = new DomainRepository(database);
  served = new ServedDomainRepository(database);
});

afterAll(() => persistence.end());

type DomainRow = Row & { id: string; name: string; revision: string };

async function domain(values: Row = {}): Promise<DomainRow> {
  const { id } = await rows.insert('subscription');
  return rows.insert<DomainRow>('domain', { subscription_id: id, ...values });
}

function client(domainId: string, clientId: string): Promise<Row & { revision: string }> {
  return rows.insert('client', { domain_id: domainId, client_id: clientId });
}

describe('currentRevisions', () => {
  it('returns the order of the queries, for 200 of every kind together', async () => {
    const [one, other] = [await domain(), await domain()];
    const [mine, hers, own] = [await client(one.id, 'shared'), await client(other.id, 'shared'), await client(one.id, 'own')];
    const hidden = await Promise.all(
      [
        { status: 'pending', verified_at: null },
        { status: 'failed', verified_at: null },
        { status: 'deleting' },
        { status: 'pending' },
        { verified_at: null },
      ].map(domain),
    );
    await client(hidden[2]!.id, 'shared');
    const answer = ({ id, revision }: DomainRow, clientRevision: string | null): RevisionParts => ({
      domainId: id,
      domainRevision: revision,
      clientRevision,
    });
    const kinds: [RevisionQuery, RevisionParts | null][] = [
      [{ domain: one.name, clientId: 'shared' }, answer(one, mine.revision)],
      [{ domain: 'unknown.example.com', clientId: 'shared' }, null],
      [{ domain: other.name, clientId: 'shared' }, answer(other, hers.revision)],
      [{ domain: one.name, clientId: null }, answer(one, null)],
      [{ domain: one.name, clientId: 'own' }, answer(one, own.revision)],
      [{ domain: other.name, clientId: 'own' }, answer(other, null)],
      [{ domain: one.name.toUpperCase(), clientId: 'own' }, null],
      [{ domain: '', clientId: '' }, null],
      ...hidden.map(({ name }): [RevisionQuery, null] => [{ domain: name, clientId: 'shared' }, null]),
    ];
    const asked = Array.from({ length: 200 }, (_, n) => kinds[(n * 7) % kinds.length]!);

    const answers = await served.currentRevisions(asked.map(([question]) => question));

    expect(answers).toMatchObject(asked.map(([, expected]) => expected));
    expect(answers.filter((given) => given === null).length).toBeGreaterThan(80);
  });

  it('returns nothing without queries', async () => {
    expect(await served.currentRevisions([])).toEqual([]);
  });

  it('returns nothing for an impossible client id, without affecting the others', async () => {
    const { id, name, revision } = await domain();
    const { revision: clientRevision } = await client(id, 'real');
    const [none, real] = [
      { domainId: id, domainRevision: revision, clientRevision: null },
      { domainId: id, domainRevision: revision, clientRevision },
    ];

    const answers = await served.currentRevisions(
      [NUL, 'real', `real${NUL}`, '\ud800', "real'--", 'real'].map((clientId) => ({ domain: name, clientId })),
    );

    expect(answers).toMatchObject([none, real, none, none, none, real]);
  });

  it('returns nothing once the deletion of a domain has begun', async () => {
    const { id, name } = await domain();
    const question = { domain: name, clientId: null };
    const before = await served.currentRevisions([question]);

    await domains.markDeleting(id);

    expect([before.length, before[0]?.domainId]).toEqual([1, id]);
    expect(await served.currentRevisions([question])).toEqual([null]);
  });
});

describe('listNewestNames', () => {
  it('lists served domains, newest first, up to a number', async () => {
    const inYear = (year: number) => ({ created_at: new Date(`${year}-01-01T00:00:00Z`) });
    const [newest, second] = [await domain(inYear(2102)), await domain(inYear(2101))];
    for (const hidden of [{ status: 'pending' }, { status: 'deleting' }, { verified_at: null }])
      await domain({ ...hidden, ...inYear(2103) });

    expect(await served.listNewestNames(2)).toEqual([newest.name, second.name]);
  });
});
