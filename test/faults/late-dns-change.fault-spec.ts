import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Bind } from '../support/dns/bind.js';
import { CloudflareServer } from '../support/dns/cloudflare.js';
import { DelayingProxy } from '../support/dns/delaying-proxy.js';
import { MisbehavingServer } from '../support/dns/misbehaving-server.js';
import { PowerDns } from '../support/dns/power-dns.js';
import { Route53Server } from '../support/dns/route53.js';
import { settleChanges } from '../support/dns/settle-changes.js';
import type { ZoneUnderTest } from '../support/dns/zone-under-test.js';
import { eventually } from '../support/eventually.js';
import { startManagement, startManagementProcess, type Caller, type StartedManagement } from '../support/management.js';
import { findLeftovers } from '../support/leftovers.js';
import type { Settings } from '../support/service-process.js';
import { sql } from '../support/sql.js';
import { expireLeases } from './expire-leases.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
const TIMEOUT_MS = 180_000;
/** Milliseconds until an attempt is made or a domain is gone, and until a check after a change that was half a minute late. */
const SOON = { timeoutMs: 60_000, intervalMs: 200 };
const LOOK = { timeoutMs: 90_000, intervalMs: 500 };

/** A protocol: the setting for the server's address, how to recognize a change, and a successful answer. */
interface Protocol {
  start: () => Promise<ZoneUnderTest>;
  setting: string;
  isChange: (request: Buffer) => boolean;
  isMade: (answer: Buffer) => boolean;
}

const isOk = (answer: Buffer): boolean => answer.toString('latin1').startsWith('HTTP/1.1 2');
const begins = (method: string) => (request: Buffer) => request.toString('latin1').startsWith(`${method} `);

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  rfc2136: {
    start: () => Bind.start(),
    setting: 'DNS_RFC2136_PORT',
    // RFC 1035 section 4.1.1 after the length: the opcode is UPDATE; the code of the answer is NOERROR.
    isChange: (request) => (request[4]! >> 3) % 16 === 5,
    isMade: (answer) => answer[5]! % 16 === 0,
  },
  powerdns: { start: () => PowerDns.start(), setting: 'DNS_POWERDNS_URL', isChange: begins('PATCH'), isMade: isOk },
  cloudflare: { start: () => CloudflareServer.start(), setting: 'DNS_CLOUDFLARE_URL', isChange: begins('POST'), isMade: isOk },
  route53: { start: () => Route53Server.start(), setting: 'DNS_ROUTE53_URL', isChange: begins('POST'), isMade: isOk },
};

/** A zone behind a gateway, and the management APIs of a scenario. They all stop with it, even if it fails. */
class LateChangeFixture {
  private readonly started: StartedManagement[] = [];

  private constructor(
    readonly zone: ZoneUnderTest,
    readonly gateway: DelayingProxy,
    readonly database: TestDatabase,
    private readonly protocol: Protocol,
    readonly settings: Settings,
  ) {}

  static async run(protocol: Protocol, scenario: (fixture: LateChangeFixture) => Promise<void>): Promise<void> {
    const zone = await protocol.start();
    if (zone instanceof MisbehavingServer) zone.behave();
    const setting = zone.settings[protocol.setting]!;
    const port = setting.startsWith('http') ? new URL(setting).port : setting;
    const gateway = await DelayingProxy.before(Number(port), protocol.isChange);
    const settings = { ...zone.settings, BOOTSTRAP_API_KEY, [protocol.setting]: setting.replace(port, String(gateway.port)) };
    const fixture = new LateChangeFixture(zone, gateway, await createTestDatabase(), protocol, settings);
    try {
      await scenario(fixture);
    } finally {
      await Promise.all(fixture.started.map((each) => each.stop()));
      await gateway.stop();
      await Promise.all([zone.stop(), fixture.database.drop()]);
    }
  }

  async start(): Promise<StartedManagement> {
    const management = await startManagement(this.database.url, this.settings);
    this.started.push(management);
    return management;
  }

  async idOf(name: string): Promise<string> {
    const [row] = await sql<{ id: string }>(this.database.url, 'SELECT id FROM domain WHERE name = $1', [name]);
    return row!.id;
  }

  /** Deletes a domain, and waits until the domain and its records are gone. */
  async delete(name: string, caller: Caller): Promise<void> {
    expect((await caller.delete(`/v1/domain/${name}`)).status).toBe(204);
    await settleChanges(this.database.url, name);
    const isGone = async (): Promise<boolean> => (await sql(this.database.url, 'SELECT FROM domain WHERE name = $1', [name])).length === 0;
    await eventually(isGone, SOON);
    expect(await this.zone.contents()).toEqual([]);
  }

  /** Forwards the held changes. @returns how many were made */
  async makeLateChanges(): Promise<number> {
    return (await this.gateway.release()).filter(this.protocol.isMade).length;
  }

  /** The records in the zone after the next checks. */
  async leftInZone(): Promise<string[]> {
    await this.shift('0 seconds');
    await eventually(async () => (await this.zone.contents()).length === 0, LOOK).catch(() => undefined);
    return this.zone.contents();
  }

  /** The tables that still contain the words, before an hour has passed and afterwards. */
  async traces(...words: string[]): Promise<{ before: string[]; after: string[] }> {
    const before = await findLeftovers(this.database.url, ...words);
    await this.shift('-1 hour');
    const mentions = () => findLeftovers(this.database.url, ...words);
    await eventually(async () => (await mentions()).length === 0, LOOK).catch(() => undefined);
    return { before, after: await mentions() };
  }

  /** Moves the start of the change back by half an hour, and waits for the next check, which finds nothing. */
  async passHalfAnHour(): Promise<void> {
    await this.shift('-30 minutes');
    const due = () => sql(this.database.url, 'SELECT FROM dns_attempt WHERE next_look_at <= now()');
    await eventually(async () => (await due()).length === 0, LOOK);
  }

  /** Moves the start of unfinished attempts, since a test can neither wait for hours nor rely on being in time. */
  async shift(interval: string): Promise<void> {
    await sql(this.database.url, 'UPDATE dns_attempt SET begun_at = begun_at + $1::interval, next_look_at = now()', [interval]);
  }
}

describe('a DNS change that takes effect long after it was given up', () => {
  it.concurrent.each(Object.entries(PROTOCOLS))(
    'is undone even if its domain no longer exists: %s',
    (_kind, protocol) =>
      LateChangeFixture.run(protocol, async (fixture) => {
        const caller = (await fixture.start()).as(BOOTSTRAP_API_KEY);
        fixture.gateway.hold(1);
        const name = await caller.registerDomain();
        const id = await fixture.idOf(name);
        await eventually(() => fixture.gateway.held === 1, SOON);

        await fixture.delete(name, caller);
        await fixture.passHalfAnHour();

        expect(await fixture.makeLateChanges()).toBe(1);
        expect(await fixture.leftInZone()).toEqual([]);
        expect(await fixture.traces(name, id)).toEqual({ before: ['public.dns_attempt'], after: [] });
        expect(await fixture.zone.contents()).toEqual([]);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is undone although another attempt had already made the record, and its own worker was killed',
    () =>
      LateChangeFixture.run(PROTOCOLS['rfc2136']!, async (fixture) => {
        const victim = await startManagementProcess(fixture.database.url, fixture.settings);
        fixture.gateway.hold(1);
        const name = await victim.as(BOOTSTRAP_API_KEY).registerDomain();
        const id = await fixture.idOf(name);
        await eventually(() => fixture.gateway.held === 1, SOON);
        await victim.process.kill();
        await fixture.shift('2 minutes');
        await expireLeases(fixture.database.url);
        const caller = (await fixture.start()).as(BOOTSTRAP_API_KEY);
        await eventually(async () => (await fixture.zone.contents()).length === 2, LOOK);

        await fixture.delete(name, caller);

        expect(await fixture.makeLateChanges()).toBe(1);
        expect(await fixture.leftInZone()).toEqual([]);
        expect(await fixture.traces(name, id)).toEqual({ before: ['public.dns_attempt'], after: [] });
        expect(await fixture.zone.contents()).toEqual([]);
      }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'does no harm to an existing domain',
    () =>
      LateChangeFixture.run(PROTOCOLS['rfc2136']!, async (fixture) => {
        const caller = (await fixture.start()).as(BOOTSTRAP_API_KEY);
        fixture.gateway.hold(1);
        const name = await caller.registerDomain();
        const id = await fixture.idOf(name);
        const records = [
          `${name} CNAME edge.example.net`,
          `_latchkey.${name} TXT heritage=latchkey,domain=${id},record=CNAME/edge.example.net`,
        ];
        await eventually(async () => (await fixture.zone.contents()).length === 2, LOOK);
        await fixture.makeLateChanges();
        await fixture.shift('-1 hour');

        await eventually(async () => (await sql(fixture.database.url, 'SELECT FROM dns_attempt')).length === 0, LOOK);

        expect(await fixture.zone.contents()).toEqual(records.toSorted());
      }),
    TIMEOUT_MS,
  );
});
