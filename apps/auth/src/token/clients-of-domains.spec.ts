import { beforeEach, describe, expect, it } from '@jest/globals';
import { CurrentRevision, type RevisionParts } from '@latchkey/persistence';
import type { ClientRecord } from '../client/client-record.js';
import type { ClientRecords } from '../client/client-records.js';
import type { DomainRecord } from '../domain/domain-record.js';
import type { DomainRecords } from '../domain/domain-records.js';
import { ClientsOfDomains } from './clients-of-domains.js';

const CURRENT: RevisionParts = { domainId: 'one', domainRevision: '1', clientRevision: '1' };

/** @param change what is not as in CURRENT */
const current = (change: Partial<RevisionParts> = {}): CurrentRevision => CurrentRevision.of({ ...CURRENT, ...change });

/** What was built, in order. */
let built: string[];
let clients: ClientsOfDomains;

beforeEach(() => {
  built = [];
  const domains = {
    get: async ({ domainId, domainRevision: revision }: CurrentRevision) => {
      built.push(`${domainId}@${revision}`);
      return domainId === 'gone' ? null : ({ id: domainId, revision } as DomainRecord);
    },
  };
  const records = {
    get: async ({ clientRevision: revision }: CurrentRevision, clientId: string) =>
      revision === null ? null : ({ revision, client: { clientId } } as ClientRecord),
  };
  clients = new ClientsOfDomains(domains as DomainRecords, records as ClientRecords);
});

describe('the records of a client and its domain', () => {
  it('are built once for the same revisions, and there at once from then on', async () => {
    const first = await clients.get('a', current());

    expect(clients.get('a', current())).toBe(first);
    expect(built).toEqual(['one@1']);
  });

  it.each<[string, Partial<RevisionParts>]>([
    ['the client', { clientRevision: '2' }],
    ['the domain', { domainRevision: '2' }],
    ['a domain of the same name that came after it', { domainId: 'two' }],
  ])('are built anew for another revision of %s', async (_, change) => {
    const before = await clients.get('a', current());

    const after = await clients.get('a', current(change));

    expect(after).not.toBe(before);
    expect(after).toMatchObject({
      domain: { id: change.domainId ?? 'one', revision: change.domainRevision ?? '1' },
      client: { revision: change.clientRevision ?? '1' },
    });
  });

  it('are those of the domain and the client that are asked for', async () => {
    await clients.get('a', current());

    expect(await clients.get('b', current())).toMatchObject({ client: { client: { clientId: 'b' } } });
    expect(await clients.get('a', current({ domainId: 'two' }))).toMatchObject({ domain: { id: 'two' } });
  });

  it.each<[string, Partial<RevisionParts>]>([
    ['the client is removed', { clientRevision: null }],
    ['the domain is gone', { domainId: 'gone' }],
  ])('are none when %s', async (_, change) => {
    await clients.get('a', current());

    expect(await clients.get('a', current(change))).toBe(null);
  });

  it('are kept of the last 20,000 clients', async () => {
    const revisions = Array.from({ length: 20_001 }, (_none, index) => current({ clientRevision: String(index) }));
    for (const revision of revisions) await clients.get('a', revision);
    built = [];

    await clients.get('a', revisions.at(-1)!);
    await clients.get('a', revisions[1]!);
    expect(built).toEqual([]);
    await clients.get('a', revisions[0]!);
    expect(built).toEqual(['one@1']);
  });

  it('are never those of an older revision, whichever is built first', async () => {
    const [old, young] = [clients.get('a', current()), clients.get('a', current({ clientRevision: '2' }))];
    await Promise.all([young, old]);

    expect(await clients.get('a', current({ clientRevision: '2' }))).toMatchObject({ client: { revision: '2' } });
  });
});
