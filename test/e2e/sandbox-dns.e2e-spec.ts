import { describe, expect, it } from '@jest/globals';
import { issuerOf, tokenCall } from '../support/auth.js';
import { Bind } from '../support/dns/bind.js';
import { CloudflareServer } from '../support/dns/cloudflare.js';
import { MisbehavingServer } from '../support/dns/misbehaving-server.js';
import { PowerDns } from '../support/dns/power-dns.js';
import { Route53Server } from '../support/dns/route53.js';
import { settleChanges } from '../support/dns/settle-changes.js';
import type { ZoneUnderTest } from '../support/dns/zone-under-test.js';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http.js';
import { provisionClient } from '../support/service-client.js';
import { startStack, type Stack } from '../support/stack.js';

const TIMEOUT_MS = 120_000;
const DELETION = { timeoutMs: 60_000 };

async function on(zone: ZoneUnderTest, settings: Record<string, string>, scenario: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await startStack({ WORKER: 'on', ...zone.settings, ...settings });
  try {
    await scenario(stack);
  } finally {
    await stack.stop();
    await zone.stop();
  }
}

describe('a sandbox domain that is requested from outside', () => {
  it.concurrent(
    'is found by its name server, serves at that address, and leaves the zone on deletion',
    async () => {
      const bind = await Bind.start();
      await on(bind, { DNS_TARGET: '127.0.0.1' }, async (stack) => {
        const { caller, auth } = stack;
        const before = await bind.contents();
        const domain = await caller.registerDomain();
        const client = await provisionClient(caller, domain);

        await eventually(async () => (await bind.ask(domain, 'A')).length > 0);
        expect(await bind.ask(domain, 'A')).toEqual([`${domain} A 127.0.0.1`]);
        const [, , address] = (await bind.ask(domain, 'A'))[0]!.split(' ');
        const call = tokenCall(client);
        const url = `http://${address}:${auth.port}/connect/token`;
        expect(await send(url, { ...call, headers: { ...call.headers, Host: new URL(issuerOf(domain)).host } })).toMatchObject({
          status: 200,
        });

        expect(await caller.delete(`/v1/domain/${domain}`)).toMatchObject({ status: 204 });
        await settleChanges(stack.database.url, domain);
        expect(await auth.send(domain, '/connect/token', call)).toMatchObject({ status: 404 });
        await eventually(async () => (await bind.ask(domain, 'A')).length === 0, DELETION);
        expect(await bind.contents()).toEqual(before);
        await eventually(async () => (await caller.get(`/v1/domain/${domain}`)).status === 404, DELETION);
      });
    },
    TIMEOUT_MS,
  );

  it.concurrent(
    'gets tokens from its registration on, even if no name server answers',
    async () => {
      const bind = await Bind.start();
      await on(bind, {}, async ({ caller, auth }) => {
        bind.silence();
        const domain = await caller.registerDomain();
        const client = await provisionClient(caller, domain);

        expect(await auth.send(domain, '/connect/token', tokenCall(client))).toMatchObject({ status: 200 });
        expect((await caller.get(`/v1/domain/${domain}`)).json).toMatchObject({ status: 'active', dnsRecords: [{ status: 'pending' }] });
        bind.wake();
      });
    },
    TIMEOUT_MS,
  );

  it.concurrent.each<[string, () => Promise<ZoneUnderTest>]>([
    ['PowerDNS', () => PowerDns.start()],
    ['Cloudflare', () => CloudflareServer.start()],
    ['Route 53', () => Route53Server.start()],
  ])(
    'is in the zone at %s from its creation to its deletion',
    async (_provider, startZone) => {
      const zone = await startZone();
      await on(zone, {}, async (stack) => {
        const { caller } = stack;
        const domain = await caller.registerDomain();
        const found = async (): Promise<string[]> => (await zone.contents()).filter((line) => line.startsWith(`${domain} `));
        await eventually(async () => (await found()).length > 0, DELETION);
        expect(await found()).toEqual([`${domain} CNAME edge.example.net`]);

        await caller.delete(`/v1/domain/${domain}`);
        if (zone instanceof MisbehavingServer) await zone.untilSettled();
        await settleChanges(stack.database.url, domain);

        await eventually(async () => (await caller.get(`/v1/domain/${domain}`)).status === 404, DELETION);
        expect(await zone.contents()).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );
});
