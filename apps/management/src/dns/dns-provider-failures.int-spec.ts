import { afterAll, describe, expect, it } from '@jest/globals';
import { readManagementSettings } from '@latchkey/config';
import { randomUUID } from 'node:crypto';
import { Bind } from '../../../../test/support/dns/bind.js';
import { CloudflareServer } from '../../../../test/support/dns/cloudflare.js';
import { MisbehavingServer, type Behavior } from '../../../../test/support/dns/misbehaving-server.js';
import { PowerDns } from '../../../../test/support/dns/power-dns.js';
import { Route53Server } from '../../../../test/support/dns/route53.js';
import type { ZoneUnderTest } from '../../../../test/support/dns/zone-under-test.js';
import type { DnsReservation, DnsProvider, DnsRecord } from './dns-provider.js';
import type { DnsError } from './dns.error.js';
import { createDnsProvider } from './dns.module.js';

const MINIMAL = { DATABASE_URL: 'postgres://127.0.0.1/none', MASTER_KEY: Buffer.alloc(32).toString('base64') };
const EDGE: DnsRecord = { type: 'CNAME', value: 'edge.example.net' };

const started: { stop(): Promise<void> }[] = [];

afterAll(() => Promise.all(started.map((server) => server.stop())));

/** Starts a server that runs until the end of the file, even if its test fails. */
async function run<Server extends { stop(): Promise<void> }>(start: () => Promise<Server>): Promise<Server> {
  const server = await start();
  started.push(server);
  return server;
}

describe.each<[string, () => Promise<CloudflareServer | Route53Server>]>([
  ['cloudflare', () => CloudflareServer.start()],
  ['route53', () => Route53Server.start()],
])('DNS provider %s when a request fails', (_kind, start) => {
  it.concurrent.each<[Behavior, number[]]>([
    ['error', [1, 3]],
    ['throttle', [3]],
    ['hang-up', [1, 3]],
    ['hang', [3]],
  ])(
    'creates the record once, and removes it: %s',
    async (conduct, positions) => {
      const server = await run(start);
      server.behave();
      const provider = await createDnsProvider(readManagementSettings({ ...MINIMAL, ...server.settings }));
      const operations = [(claim: DnsReservation) => provider.ensure(claim, [EDGE]), (claim: DnsReservation) => provider.remove(claim)];

      for (const position of positions) {
        const claim = { owner: randomUUID(), name: `${randomUUID().slice(0, 8)}.${server.zone}` };
        for (const [n, operation] of operations.entries()) {
          server.next(...Array.from({ length: position }, (): Behavior => 'well'), conduct);
          await operation(claim).catch((error: unknown) => expect(error).toMatchObject({ permanent: false }));
          await operation(claim);
          server.forget();
          expect(await server.contents()).toHaveLength(n === 0 ? 2 : 0);
        }
      }
    },
    60_000,
  );
});

describe('DNS provider with an invalid server', () => {
  const settingsOf = async (zone: ZoneUnderTest, settings: Record<string, string>): Promise<DnsProvider> =>
    createDnsProvider(readManagementSettings({ ...MINIMAL, ...zone.settings, ...settings }));
  const claim = { owner: randomUUID(), name: 'name.sandbox.example.test' };

  it.concurrent.each<[string, () => Promise<ZoneUnderTest>, Record<string, string>]>([
    ['rfc2136', () => Bind.start(), { DNS_RFC2136_KEY_SECRET: Buffer.alloc(32, 'wrong').toString('base64') }],
    ['powerdns', () => PowerDns.start(), { DNS_POWERDNS_API_KEY: 'wrong-key' }],
    ['cloudflare', () => CloudflareServer.start(), { DNS_CLOUDFLARE_TOKEN: 'wrong-key' }],
    ['route53', () => Route53Server.start(), { DNS_ROUTE53_ACCESS_KEY_ID: 'wrong-key' }],
  ])('reports a rejected credential without a retry: %s', async (_kind, start, wrong) => {
    const zone = await run(start);
    if (zone instanceof MisbehavingServer) zone.behave();
    const provider = await settingsOf(zone, wrong);

    const error = await provider.ensure(claim, [EDGE]).catch((each: unknown) => each as DnsError);

    expect(error).toMatchObject({ name: 'DnsError', permanent: true });
    expect(String(error)).not.toContain(Object.values(wrong)[0]);
    expect(await zone.contents()).toEqual([]);
  });

  it.concurrent.each<[string, () => Promise<ZoneUnderTest>]>([
    ['rfc2136', () => Bind.start()],
    ['powerdns', () => PowerDns.start()],
    ['cloudflare', () => CloudflareServer.start()],
    ['route53', () => Route53Server.start()],
  ])('reports that no zone contains the name: %s', async (_kind, start) => {
    const zone = await run(start);
    if (zone instanceof MisbehavingServer) zone.behave();
    const provider = await settingsOf(zone, { SANDBOX_ZONE: 'elsewhere.example.org' });

    await expect(provider.ensure({ ...claim, name: 'name.elsewhere.example.org' }, [EDGE])).rejects.toMatchObject({ permanent: true });
  });

  it.concurrent.each<[string, () => Promise<ZoneUnderTest>]>([
    ['rfc2136', () => Bind.start()],
    ['powerdns', () => PowerDns.start()],
    ['cloudflare', () => CloudflareServer.start()],
    ['route53', () => Route53Server.start()],
  ])('reports an unreachable server as temporary: %s', async (_kind, start) => {
    const zone = await run(start);
    const provider = await settingsOf(zone, {});
    await zone.stop();

    await expect(provider.ensure(claim, [EDGE])).rejects.toMatchObject({ name: 'DnsError', permanent: false });
  });
});
