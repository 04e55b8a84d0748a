import { afterAll, describe, expect, it } from '@jest/globals';
import { readManagementSettings } from '@latchkey/config';
import { randomUUID } from 'node:crypto';
import { Bind } from '../../../../test/support/dns/bind.js';
import { CloudflareServer } from '../../../../test/support/dns/cloudflare.js';
import { MisbehavingServer } from '../../../../test/support/dns/misbehaving-server.js';
import { NoZone } from '../../../../test/support/dns/no-zone.js';
import { PowerDns } from '../../../../test/support/dns/power-dns.js';
import { Route53Server } from '../../../../test/support/dns/route53.js';
import type { RecordLine, ZoneUnderTest } from '../../../../test/support/dns/zone-under-test.js';
import { shareReads } from '../../../../test/support/shared-reads.js';
import type { DnsReservation, DnsProvider, DnsRecord } from './dns-provider.js';
import { DnsError } from './dns.error.js';
import { createDnsProvider } from './dns.module.js';
import { getOwnershipName, getOwnershipMark } from './ownership.js';

const MINIMAL = { DATABASE_URL: 'postgres://127.0.0.1/none', MASTER_KEY: Buffer.alloc(32).toString('base64') };
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };
const OTHER_EDGE: DnsRecord = { type: 'CNAME', value: 'other-edge.example.net' };
const ADDRESSES: DnsRecord[] = [
  { type: 'A', value: '203.0.113.10' },
  { type: 'AAAA', value: '2001:db8::10' },
];
const ATTEMPTS = 30;
/** Fewer rounds for the slow servers that misbehave. */
const racesIn = (zone: ZoneUnderTest): number => (zone instanceof MisbehavingServer ? 1 : 10);
/** Milliseconds after which an operation without a response is repeated: half of the production value. */
const DEADLINE_MS = 3_000;
/** Milliseconds after which an operation is aborted. */
const LIVES = [1, 4, 11, 28, 60];

/** The tests of one zone run concurrently: each uses its own names, and mostly waits. */
const ZONES: [string, ZoneUnderTest][] = await Promise.all([
  ['none', new NoZone()] as [string, ZoneUnderTest],
  Bind.start().then((zone): [string, ZoneUnderTest] => ['rfc2136 (BIND)', zone]),
  PowerDns.start().then((zone): [string, ZoneUnderTest] => ['powerdns (PowerDNS)', zone]),
  CloudflareServer.start().then((zone): [string, ZoneUnderTest] => ['cloudflare (a server that misbehaves)', zone]),
  Route53Server.start().then((zone): [string, ZoneUnderTest] => ['route53 (a server that misbehaves)', zone]),
]);

afterAll(async () => {
  await Promise.all(ZONES.map(([, zone]) => zone.stop()));
});

describe.each(ZONES)('DNS provider %s', (kind, zone) => {
  const writes = kind !== 'none';
  // Created before the tests, because modules must not be loaded on demand while tests run in parallel.
  const provided = newProvider();
  const below = newProvider({ SANDBOX_ZONE: `below.${zone.zone}` });
  const shortLived = LIVES.map((life) => newProvider({}, life));
  /** Each read of a name server starts a program. */
  const readZone = shareReads(() => zone.contents());

  function newProvider(settings: Record<string, string> = {}, deadline = DEADLINE_MS): Promise<DnsProvider> {
    return createDnsProvider(readManagementSettings({ ...MINIMAL, ...zone.settings, ...settings }), deadline);
  }

  function newClaim(name = `${randomUUID().slice(0, 8)}.${zone.zone}`): DnsReservation {
    return { owner: randomUUID(), name };
  }

  /** Waits until no server returns stale records. */
  async function settle(): Promise<void> {
    if (zone instanceof MisbehavingServer) await zone.untilSettled();
  }

  /** Retries temporary errors, as a job does. */
  async function act<T>(operation: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await operation();
      } catch (error) {
        if (!(error instanceof DnsError) || error.permanent || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function ensure(each: DnsReservation, ...records: DnsRecord[]): Promise<void> {
    const provider = await provided;
    await act(() => provider.ensure(each, records));
  }

  async function remove(each: DnsReservation): Promise<void> {
    const provider = await provided;
    await settle();
    await act(() => provider.remove(each));
  }

  /** The records at a claim's names, and below them. */
  async function found({ name }: DnsReservation): Promise<RecordLine[]> {
    const lines = await readZone();
    return lines.filter((line) => line.split(' ')[0]!.endsWith(name)).toSorted();
  }

  function made({ owner, name }: DnsReservation, ...records: DnsRecord[]): RecordLine[] {
    if (!writes) return [];
    const lines = records.flatMap((record): RecordLine[] => [
      `${name} ${record.type} ${record.value}`,
      `${getOwnershipName(name)} TXT ${getOwnershipMark(owner, record)}`,
    ]);
    return lines.toSorted();
  }

  async function expectTaken(operation: Promise<void>): Promise<void> {
    if (writes) await expect(operation).rejects.toMatchObject({ name: 'NameTakenError', permanent: true });
    else await operation;
  }

  it.concurrent.each([['a host name', [EDGE]] as const, ['addresses', ADDRESSES] as const])(
    'creates a record for %s, and its ownership record',
    async (_what, records) => {
      const claim = newClaim();
      await ensure(claim, ...records);

      expect(await found(claim)).toEqual(made(claim, ...records));
    },
  );

  it.concurrent('finds the zone that the sandbox zone lies in', async () => {
    const claim = newClaim(`${randomUUID().slice(0, 8)}.below.${zone.zone}`);
    const provider = await below;

    await act(() => provider.ensure(claim, [EDGE]));

    expect(await found(claim)).toEqual(made(claim, EDGE));
  });

  it.concurrent('changes nothing when the same records are requested again', async () => {
    const claim = newClaim();
    await ensure(claim, EDGE);
    await ensure(claim, EDGE);

    expect(await found(claim)).toEqual(made(claim, EDGE));
  });

  it.concurrent('returns the records that it has created', async () => {
    const claim = newClaim();
    await ensure(claim, ...ADDRESSES);
    await settle();

    const provider = await provided;
    const observed = await act(() => provider.check(claim));

    expect(observed.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toEqual(writes ? ADDRESSES : []);
    expect(await act(() => provider.check({ ...claim, owner: randomUUID() }))).toEqual([]);
  });

  it.concurrent.each([
    ['another host', [EDGE], [OTHER_EDGE]],
    ['addresses', [EDGE], ADDRESSES],
    ['a host', ADDRESSES, [EDGE]],
    ['fewer addresses', ADDRESSES, ADDRESSES.slice(1)],
  ])('changes its record to %s', async (_what, before, after) => {
    const claim = newClaim();
    await ensure(claim, ...before);
    await settle();
    await ensure(claim, ...after);

    expect(await found(claim)).toEqual(made(claim, ...after));
  });

  it.concurrent('removes the record and its ownership record, and treats absent ones as removed', async () => {
    const claim = newClaim();
    await ensure(claim, EDGE);
    await remove(claim);

    expect(await found(claim)).toEqual([]);
    await remove(claim);
    await remove(newClaim());
  });

  it.concurrent.each<[string, string]>([
    ['A', '198.51.100.1'],
    ['CNAME', 'elsewhere.example.net'],
    ['CNAME', 'edge.example.net'],
    ['TXT', 'somebody was here'],
  ])('leaves foreign records at a name unchanged: %s %s', async (type, value) => {
    const claim = newClaim();
    if (writes) await zone.add(claim.name, type, value);
    await settle();
    const before = await found(claim);

    await expectTaken(ensure(claim, EDGE));
    await remove(claim);

    expect(await found(claim)).toEqual(before);
  });

  it.concurrent.each<[string, DnsRecord[]]>([
    ['that has it already', [EDGE]],
    ['whatever it is to have', ADDRESSES],
  ])('leaves a name with the ownership record of another domain unchanged, %s', async (_what, records) => {
    const claim = newClaim();
    const other = newClaim(claim.name);
    await ensure(other, EDGE);
    await settle();

    await expectTaken(ensure(claim, ...records));
    await remove(claim);

    expect(await found(claim)).toEqual(made(other, EDGE));
  });

  it.concurrent('leaves foreign records beside its own and at its names unchanged', async () => {
    const claim = newClaim();
    const [address] = ADDRESSES;
    await ensure(claim, address!);
    await settle();
    const foreign: RecordLine[] = [
      `${claim.name} A 198.51.100.7`,
      `${claim.name} TXT somebody was here`,
      `${getOwnershipName(claim.name)} TXT and "here" too`,
      `mail.${claim.name} A 198.51.100.8`,
    ];
    if (writes) for (const line of foreign) await zone.add(...(line.split(/ (.*?) (.*)/).slice(0, 3) as [string, string, string]));
    await settle();

    await ensure(claim, address!);
    expect(await found(claim)).toEqual(writes ? [...made(claim, address!), ...foreign].toSorted() : []);
    await remove(claim);

    expect(await found(claim)).toEqual(writes ? foreign.toSorted() : []);
  });

  it.concurrent('recovers from an ownership record whose own record is missing', async () => {
    const claim = newClaim();
    if (writes) await zone.add(getOwnershipName(claim.name), 'TXT', getOwnershipMark(claim.owner, EDGE));
    await settle();
    await ensure(claim, EDGE);
    expect(await found(claim)).toEqual(made(claim, EDGE));

    const another = newClaim();
    if (writes) await zone.add(getOwnershipName(another.name), 'TXT', getOwnershipMark(another.owner, EDGE));
    await remove(another);
    expect(await found(another)).toEqual([]);
  });

  it.concurrent('creates everything once for concurrent requests', async () => {
    const claim = newClaim();
    await Promise.all(Array.from({ length: 6 }, () => ensure(claim, EDGE)));

    expect(await found(claim)).toEqual(made(claim, EDGE));
  });

  it.concurrent('assigns a name to one of two concurrent claimants', async () => {
    const claim = newClaim();
    const other = newClaim(claim.name);
    const outcomes = await Promise.allSettled([ensure(claim, EDGE), ensure(other, ...ADDRESSES)]);

    const [first, second] = [made(claim, EDGE), made(other, ...ADDRESSES)];
    expect(await found(claim)).toEqual(outcomes[0].status === 'fulfilled' ? first : second);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(writes ? 1 : 0);
  });

  it.concurrent('leaves nothing incomplete after concurrent creation and removal', async () => {
    const provider = await provided;
    const race = async (): Promise<void> => {
      const claim = newClaim();
      await Promise.all([ensure(claim, EDGE), act(() => provider.remove(claim)), ensure(claim, EDGE), act(() => provider.remove(claim))]);
      expect([[], made(claim, EDGE)]).toContainEqual(await found(claim));

      await remove(claim);
      expect(await found(claim)).toEqual([]);
    };

    await Promise.all(Array.from({ length: racesIn(zone) }, race));
  });

  it.concurrent(
    'continues after an abort at any point',
    async () => {
      const carryOn = async (dying: DnsProvider): Promise<void> => {
        const claim = newClaim();
        await dying.ensure(claim, ADDRESSES).catch(() => undefined);
        await ensure(claim, EDGE);
        expect(await found(claim)).toEqual(made(claim, EDGE));

        await dying.remove(claim).catch(() => undefined);
        await remove(claim);
        await remove(claim);
        expect(await found(claim)).toEqual([]);
      };

      await Promise.all((await Promise.all(shortLived)).map(carryOn));
    },
    90_000,
  );

  it('changes only the requested names', async () => {
    const before = await zone.contents();
    const claims = Array.from({ length: 5 }, () => newClaim());

    await Promise.all(claims.map((each) => ensure(each, ...ADDRESSES)));
    await settle();
    await Promise.all(claims.map((each) => remove(each)));

    expect(await zone.contents()).toEqual(before);
  });
});
