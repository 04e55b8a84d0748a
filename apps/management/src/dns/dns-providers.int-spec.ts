import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readManagementSettings } from '@latchkey/config';
import { randomUUID } from 'node:crypto';
import { Bind } from '../../../../test/support/dns/bind.js';
import { CloudflareServer } from '../../../../test/support/dns/cloudflare.js';
import { MisbehavingServer, type Conduct } from '../../../../test/support/dns/misbehaving-server.js';
import { NoZone } from '../../../../test/support/dns/no-zone.js';
import { PowerDns } from '../../../../test/support/dns/power-dns.js';
import { Route53Server } from '../../../../test/support/dns/route53.js';
import type { RecordLine, ZoneUnderTest } from '../../../../test/support/dns/zone-under-test.js';
import { eventually } from '../../../../test/support/eventually.js';
import type { DnsClaim, DnsProvider, DnsRecord } from './dns-provider.js';
import { DnsError } from './dns.error.js';
import { createDnsProvider } from './dns.module.js';
import { markName, markOf } from './ownership.js';

const MINIMAL = { DATABASE_URL: 'postgres://127.0.0.1/none', MASTER_KEY: Buffer.alloc(32).toString('base64') };
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };
const OTHER_EDGE: DnsRecord = { type: 'CNAME', value: 'other-edge.example.net' };
const ADDRESSES: DnsRecord[] = [
  { type: 'A', value: '203.0.113.10' },
  { type: 'AAAA', value: '2001:db8::10' },
];
const ATTEMPTS = 30;

const STARTS: [string, () => Promise<ZoneUnderTest>][] = [
  ['none', () => Promise.resolve(new NoZone())],
  ['rfc2136 (BIND)', () => Bind.start()],
  ['powerdns (PowerDNS)', () => PowerDns.start()],
  ['cloudflare (a server that misbehaves)', () => CloudflareServer.start()],
  ['route53 (a server that misbehaves)', () => Route53Server.start()],
];

describe.each(STARTS)('the provider %s', (kind, start) => {
  const writes = kind !== 'none';
  let zone: ZoneUnderTest;
  let provider: DnsProvider;
  let claim: DnsClaim;

  beforeAll(async () => {
    zone = await start();
    provider = await newProvider();
  });

  afterAll(() => zone.stop());

  beforeEach(() => {
    claim = newClaim();
  });

  function newProvider(settings: Record<string, string> = {}, deadline?: number): Promise<DnsProvider> {
    return createDnsProvider(readManagementSettings({ ...MINIMAL, ...zone.settings, ...settings }), deadline);
  }

  function newClaim(name = `${randomUUID().slice(0, 8)}.${zone.zone}`): DnsClaim {
    return { owner: randomUUID(), name };
  }

  /** Waits until no server shows what was a moment ago. */
  async function settle(): Promise<void> {
    if (zone instanceof MisbehavingServer) await eventually(() => (zone as unknown as MisbehavingServer).isSettled);
  }

  /** Repeats what may be repeated, as a job does. */
  async function act<T>(operation: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await operation();
      } catch (error) {
        if (!(error instanceof DnsError) || error.permanent || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function ensure(each: DnsClaim, ...records: DnsRecord[]): Promise<void> {
    await act(() => provider.ensure(each, records));
  }

  async function remove(each: DnsClaim): Promise<void> {
    await settle();
    await act(() => provider.remove(each));
  }

  /** What is at a claim's names, and below. */
  async function found({ name }: DnsClaim): Promise<RecordLine[]> {
    const lines = await zone.contents();
    return lines.filter((line) => line.split(' ')[0]!.endsWith(name)).toSorted();
  }

  function made({ owner, name }: DnsClaim, ...records: DnsRecord[]): RecordLine[] {
    if (!writes) return [];
    const lines = records.flatMap((record): RecordLine[] => [
      `${name} ${record.type} ${record.value}`,
      `${markName(name)} TXT ${markOf(owner, record)}`,
    ]);
    return lines.toSorted();
  }

  async function expectTaken(operation: Promise<void>): Promise<void> {
    if (writes) await expect(operation).rejects.toMatchObject({ name: 'NameTakenError', permanent: true });
    else await operation;
  }

  it.each([['a host name', [EDGE]] as const, ['addresses', ADDRESSES] as const])(
    'makes a record for %s, and marks it',
    async (_what, records) => {
      await ensure(claim, ...records);

      expect(await found(claim)).toEqual(made(claim, ...records));
    },
  );

  it('has nothing more to do when it is asked again', async () => {
    await ensure(claim, EDGE);
    await ensure(claim, EDGE);

    expect(await found(claim)).toEqual(made(claim, EDGE));
  });

  it('tells what it has made', async () => {
    await ensure(claim, ...ADDRESSES);
    await settle();

    const observed = await act(() => provider.observe(claim));

    expect(observed.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toEqual(writes ? ADDRESSES : []);
    expect(await act(() => provider.observe({ ...claim, owner: randomUUID() }))).toEqual([]);
  });

  it.each([
    ['another host', [EDGE], [OTHER_EDGE]],
    ['addresses', [EDGE], ADDRESSES],
    ['a host', ADDRESSES, [EDGE]],
    ['fewer addresses', ADDRESSES, ADDRESSES.slice(1)],
  ])('changes what it has made to %s', async (_what, before, after) => {
    await ensure(claim, ...before);
    await settle();
    await ensure(claim, ...after);

    expect(await found(claim)).toEqual(made(claim, ...after));
  });

  it('removes the record and its mark, and what is absent counts as removed', async () => {
    await ensure(claim, EDGE);
    await remove(claim);

    expect(await found(claim)).toEqual([]);
    await remove(claim);
    await remove(newClaim());
  });

  it.each<[string, string]>([
    ['A', '198.51.100.1'],
    ['CNAME', 'elsewhere.example.net'],
    ['CNAME', 'edge.example.net'],
    ['TXT', 'somebody was here'],
  ])('leaves a name alone that has a record of somebody: %s %s', async (type, value) => {
    if (writes) await zone.add(claim.name, type, value);
    await settle();
    const before = await found(claim);

    await expectTaken(ensure(claim, EDGE));
    await remove(claim);

    expect(await found(claim)).toEqual(before);
  });

  it.each<[string, DnsRecord[]]>([
    ['that has it already', [EDGE]],
    ['whatever it is to have', ADDRESSES],
  ])('leaves a name alone that is marked as of another domain, %s', async (_what, records) => {
    const other = newClaim(claim.name);
    await ensure(other, EDGE);
    await settle();

    await expectTaken(ensure(claim, ...records));
    await remove(claim);

    expect(await found(claim)).toEqual(made(other, EDGE));
  });

  it('leaves alone what others put beside its records, and at the very names', async () => {
    const [address] = ADDRESSES;
    await ensure(claim, address!);
    await settle();
    const foreign: RecordLine[] = [
      `${claim.name} A 198.51.100.7`,
      `${claim.name} TXT somebody was here`,
      `${markName(claim.name)} TXT and "here" too`,
      `mail.${claim.name} A 198.51.100.8`,
    ];
    if (writes) for (const line of foreign) await zone.add(...(line.split(/ (.*?) (.*)/).slice(0, 3) as [string, string, string]));
    await settle();

    await ensure(claim, address!);
    expect(await found(claim)).toEqual(writes ? [...made(claim, address!), ...foreign].toSorted() : []);
    await remove(claim);

    expect(await found(claim)).toEqual(writes ? foreign.toSorted() : []);
  });

  it('carries on where a mark stands without its record', async () => {
    if (writes) await zone.add(markName(claim.name), 'TXT', markOf(claim.owner, EDGE));
    await settle();
    await ensure(claim, EDGE);
    expect(await found(claim)).toEqual(made(claim, EDGE));

    const another = newClaim();
    if (writes) await zone.add(markName(another.name), 'TXT', markOf(another.owner, EDGE));
    await remove(another);
    expect(await found(another)).toEqual([]);
  });

  it('makes everything once however many ask at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ensure(claim, EDGE)));

    expect(await found(claim)).toEqual(made(claim, EDGE));
  });

  it('gives a name to one of two that ask at once', async () => {
    const other = newClaim(claim.name);
    const outcomes = await Promise.allSettled([ensure(claim, EDGE), ensure(other, ...ADDRESSES)]);

    const [first, second] = [made(claim, EDGE), made(other, ...ADDRESSES)];
    expect(await found(claim)).toEqual(outcomes[0].status === 'fulfilled' ? first : second);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(writes ? 1 : 0);
  });

  it('leaves nothing in between when it makes and removes at once', async () => {
    await Promise.all([ensure(claim, EDGE), act(() => provider.remove(claim)), ensure(claim, EDGE), act(() => provider.remove(claim))]);
    expect([[], made(claim, EDGE)]).toContainEqual(await found(claim));

    await remove(claim);
    expect(await found(claim)).toEqual([]);
  });

  it('carries on wherever it was given up', async () => {
    for (let life = 1; life <= 60; life *= 1.6) {
      const shortLived = await newProvider({}, Math.round(life));
      await shortLived.ensure(claim, ADDRESSES).catch(() => undefined);
      await ensure(claim, EDGE);
      expect(await found(claim)).toEqual(made(claim, EDGE));

      await shortLived.remove(claim).catch(() => undefined);
      await remove(claim);
      await remove(claim);
      expect(await found(claim)).toEqual([]);
    }
  }, 90_000);

  it('leaves every name of the zone as it was but those that it was asked about', async () => {
    const before = await zone.contents();
    const claims = Array.from({ length: 5 }, () => newClaim());

    await Promise.all(claims.map((each) => ensure(each, ...ADDRESSES)));
    await settle();
    await Promise.all(claims.map((each) => remove(each)));

    expect(await zone.contents()).toEqual(before);
  });
});

describe.each<[string, () => Promise<CloudflareServer | Route53Server>]>([
  ['cloudflare', () => CloudflareServer.start()],
  ['route53', () => Route53Server.start()],
])('the provider %s, whatever becomes of one request,', (_kind, start) => {
  it.each<[Conduct, number[]]>([
    ['error', [0, 1, 2, 3]],
    ['throttle', [1, 3]],
    ['hang-up', [0, 1, 2, 3]],
    ['hang', [3]],
  ])(
    'makes the record once, and removes it: %s',
    async (conduct, positions) => {
      const server = await start();
      server.behave();
      const provider = await createDnsProvider(readManagementSettings({ ...MINIMAL, ...server.settings }));
      const operations = [(claim: DnsClaim) => provider.ensure(claim, [EDGE]), (claim: DnsClaim) => provider.remove(claim)];

      for (const position of positions) {
        const claim = { owner: randomUUID(), name: `${randomUUID().slice(0, 8)}.${server.zone}` };
        for (const [n, operation] of operations.entries()) {
          server.next(...Array.from({ length: position }, (): Conduct => 'well'), conduct);
          await operation(claim).catch((error: unknown) => expect(error).toMatchObject({ permanent: false }));
          await operation(claim);
          server.forget();
          expect(await server.contents()).toHaveLength(n === 0 ? 2 : 0);
        }
      }
      await server.stop();
    },
    60_000,
  );
});

describe('a provider whose server', () => {
  const settingsOf = async (zone: ZoneUnderTest, settings: Record<string, string>): Promise<DnsProvider> =>
    createDnsProvider(readManagementSettings({ ...MINIMAL, ...zone.settings, ...settings }));
  const claim = { owner: randomUUID(), name: 'name.sandbox.example.test' };

  it.each<[string, () => Promise<ZoneUnderTest>, Record<string, string>]>([
    ['rfc2136', () => Bind.start(), { DNS_RFC2136_KEY_SECRET: Buffer.alloc(32, 'wrong').toString('base64') }],
    ['powerdns', () => PowerDns.start(), { DNS_POWERDNS_API_KEY: 'wrong-key' }],
    ['cloudflare', () => CloudflareServer.start(), { DNS_CLOUDFLARE_TOKEN: 'wrong-key' }],
    ['route53', () => Route53Server.start(), { DNS_ROUTE53_ACCESS_KEY_ID: 'wrong-key' }],
  ])('refuses its credential says so, and does not repeat it: %s', async (_kind, start, wrong) => {
    const zone = await start();
    if (zone instanceof MisbehavingServer) zone.behave();
    const provider = await settingsOf(zone, wrong);

    const error = await provider.ensure(claim, [EDGE]).catch((each: unknown) => each as DnsError);

    expect(error).toMatchObject({ name: 'DnsError', permanent: true });
    expect(String(error)).not.toContain(Object.values(wrong)[0]);
    expect(await zone.contents()).toEqual([]);
    await zone.stop();
  });

  it.each<[string, () => Promise<ZoneUnderTest>]>([
    ['rfc2136', () => Bind.start()],
    ['powerdns', () => PowerDns.start()],
    ['cloudflare', () => CloudflareServer.start()],
    ['route53', () => Route53Server.start()],
  ])('has no zone that the name lies in says so: %s', async (_kind, start) => {
    const zone = await start();
    if (zone instanceof MisbehavingServer) zone.behave();
    const provider = await settingsOf(zone, { SANDBOX_ZONE: 'elsewhere.example.org' });

    await expect(provider.ensure({ ...claim, name: 'name.elsewhere.example.org' }, [EDGE])).rejects.toMatchObject({ permanent: true });
    await zone.stop();
  });

  it.each<[string, () => Promise<ZoneUnderTest>]>([
    ['rfc2136', () => Bind.start()],
    ['powerdns', () => PowerDns.start()],
    ['cloudflare', () => CloudflareServer.start()],
    ['route53', () => Route53Server.start()],
  ])('is gone can be asked again later: %s', async (_kind, start) => {
    const zone = await start();
    const provider = await settingsOf(zone, {});
    await zone.stop();

    await expect(provider.ensure(claim, [EDGE])).rejects.toMatchObject({ name: 'DnsError', permanent: false });
  });
});
