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
    const first = await clients.get('acme.example', 'a', current());

    expect(clients.get('acme.example', 'a', current())).toBe(first);
    expect(built).toEqual(['one@1']);
  });

  it.each<[string, Partial<RevisionParts>]>([
    ['the client', { clientRevision: '2' }],
    ['the domain', { domainRevision: '2' }],
    ['a domain of the same name that came after it', { domainId: 'two' }],
  ])('are built anew for another revision of %s', async (_, change) => {
    const before = await clients.get('acme.example', 'a', current());

    const after = await clients.get('acme.example', 'a', current(change));

    expect(after).not.toBe(before);
    expect(after).toMatchObject({ revision: current(change).text });
  });

  it('are those of the host and the client that are asked for', async () => {
    await clients.get('acme.example', 'a', current());

    expect(await clients.get('acme.example', 'b', current())).toMatchObject({ client: { client: { clientId: 'b' } } });
    expect(await clients.get('other.example', 'a', current({ domainId: 'two' }))).toMatchObject({ domain: { id: 'two' } });
  });

  it.each<[string, Partial<RevisionParts>]>([
    ['the client is removed', { clientRevision: null }],
    ['the domain is gone', { domainId: 'gone' }],
  ])('are forgotten when %s', async (_, change) => {
    await clients.get('acme.example', 'a', current());

    expect(await clients.get('acme.example', 'a', current(change))).toBe(null);

    await clients.get('acme.example', 'a', current());
    expect(built).toHaveLength(3);
  });

  it('are never those of an older revision, whichever is built first', async () => {
    const [old, young] = [clients.get('acme.example', 'a', current()), clients.get('acme.example', 'a', current({ clientRevision: '2' }))];
    await Promise.all([young, old]);

    expect(await clients.get('acme.example', 'a', current({ clientRevision: '2' }))).toMatchObject({ client: { revision: '2' } });
  });
});
