import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Bind } from '../../../../test/support/dns/bind.js';
import { settleChanges } from '../../../../test/support/dns/settle-changes.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import type { Settings } from '../../../../test/support/service-process.js';
import { sql } from '../../../../test/support/sql.js';

const TIMEOUT_MS = 150_000;
/** Maximum time in milliseconds to delete a domain right after its registration, until all sent changes have settled. */
const DELETION = 90_000;
/** Milliseconds between polls, each of which takes a request or a statement, because tests poll for many seconds. */
const POLL_MS = 200;
const BOOTSTRAP_API_KEY = `key-${randomUUID()}`;

interface Details {
  status: string;
  statusDetail: string | null;
  dnsRecords: { type: string; name: string; value: string; purpose: string; status: string }[];
  jobs: { name: string; state: string; lastError: string | null }[];
}

/** A name server, a database and the processes of a scenario. All of them stop with it, even if it fails. */
class ProvisioningFixture {
  private readonly started: StartedManagement[] = [];

  private constructor(
    readonly bind: Bind,
    readonly database: TestDatabase,
  ) {}

  /** A test with its own database. It mostly waits, so it can run concurrently with others. */
  static test(scenario: (fixture: ProvisioningFixture) => Promise<void>): () => Promise<void> {
    return async () => {
      const fixture = new ProvisioningFixture(await Bind.start(), await createTestDatabase());
      try {
        await scenario(fixture);
      } finally {
        fixture.bind.wake();
        await Promise.all(fixture.started.map((each) => each.stop()));
        await Promise.all([fixture.bind.stop(), fixture.database.drop()]);
      }
    };
  }

  async start(settings: Settings = {}): Promise<Api> {
    const management = await startManagement(this.database.url, { ...this.bind.settings, BOOTSTRAP_API_KEY, ...settings });
    this.started.push(management);
    return new Api(management);
  }

  async untilGone(name: string): Promise<void> {
    const isGone = async (): Promise<boolean> => (await sql(this.database.url, 'SELECT FROM domain WHERE name = $1', [name])).length === 0;
    await eventually(isGone, { timeoutMs: DELETION, intervalMs: POLL_MS });
  }

  /** The number of attempts whose outcome is unknown. */
  async unansweredAttempts(): Promise<number> {
    return (await sql(this.database.url, 'SELECT FROM dns_attempt')).length;
  }

  /** The records of the zone at a name and below it. */
  async linesOf(name: string): Promise<string[]> {
    return (await this.bind.contents()).filter((line) => line.includes(name));
  }
}

class Api {
  private readonly caller: Caller;

  constructor(private readonly management: StartedManagement) {
    this.caller = management.as(BOOTSTRAP_API_KEY);
  }

  register(): Promise<string> {
    return this.caller.registerDomain();
  }

  async details(name: string): Promise<Details> {
    return (await this.caller.get(`/v1/domain/${name}`)).json as Details;
  }

  async delete(name: string): Promise<void> {
    expect(await this.caller.delete(`/v1/domain/${name}`)).toMatchObject({ status: 204 });
  }

  /** Waits until all records of a domain have the given status. */
  untilStatus(name: string, status: string): Promise<Details> {
    const look = async (): Promise<Details | null> => {
      const found = await this.details(name);
      return found.dnsRecords.length > 0 && found.dnsRecords.every((record) => record.status === status) ? found : null;
    };
    return eventually(look, { timeoutMs: 60_000, intervalMs: POLL_MS });
  }

  async stop(): Promise<void> {
    await this.management.stop();
  }
}

describe('DNS record of a sandbox domain', () => {
  it.concurrent(
    'is created with its domain and removed with it; nothing else in the zone changes',
    ProvisioningFixture.test(async (fixture) => {
      await fixture.bind.add(`somebody.${fixture.bind.zone}`, 'A', '198.51.100.1');
      const before = await fixture.bind.contents();
      const api = await fixture.start();
      const name = await api.register();

      expect(await api.untilStatus(name, 'present')).toMatchObject({
        status: 'active',
        statusDetail: null,
        dnsRecords: [{ type: 'CNAME', name, value: 'edge.example.net', purpose: 'points to the auth server', status: 'present' }],
      });
      // The job ends after the transaction that has its result.
      await eventually(async () => (await api.details(name)).jobs.length === 0);
      const [{ id } = { id: '' }] = await sql<{ id: string }>(fixture.database.url, 'SELECT id FROM domain WHERE name = $1', [name]);
      const mark = `_latchkey.${name} TXT heritage=latchkey,domain=${id},record=CNAME/edge.example.net`;
      expect(await fixture.linesOf(name)).toEqual([`${name} CNAME edge.example.net`, mark].toSorted());
      expect(await fixture.bind.ask(name, 'A')).toEqual([`${name} CNAME edge.example.net`]);
      expect(await fixture.unansweredAttempts()).toBe(0);

      await api.delete(name);
      await settleChanges(fixture.database.url, name);
      await fixture.untilGone(name);
      expect(await fixture.bind.contents()).toEqual(before);
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is created later if the name server is down; the domain is active meanwhile',
    ProvisioningFixture.test(async (fixture) => {
      const api = await fixture.start();
      fixture.bind.silence();
      const name = await api.register();

      expect(await api.details(name)).toMatchObject({
        status: 'active',
        statusDetail: expect.stringMatching(/The DNS record is being created\. Tokens are issued meanwhile\.$/),
        dnsRecords: [{ name, status: 'pending' }],
      });
      fixture.bind.wake();
      await api.untilStatus(name, 'present');
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is not created beside foreign records; the status says so, and creation is retried',
    ProvisioningFixture.test(async (fixture) => {
      const without = await fixture.start({ DNS_PROVIDER: 'none', WORKER: 'off' });
      const name = await without.register();
      expect(await without.details(name)).toMatchObject({ status: 'active', statusDetail: null, dnsRecords: [] });
      await fixture.bind.add(name, 'A', '198.51.100.2');

      const api = await fixture.start();
      expect(await api.untilStatus(name, 'failed')).toMatchObject({
        status: 'active',
        statusDetail: expect.stringMatching(
          /^There are DNS records at this name that were not created for this domain.* It has been tried \d+ times; the next attempt is at .*Z\./,
        ),
      });
      expect(await fixture.linesOf(name)).toEqual([`${name} A 198.51.100.2`]);
      expect(await fixture.unansweredAttempts()).toBe(0);

      await fixture.bind.update(`update delete ${name} A`);
      await sql(fixture.database.url, 'UPDATE job_state SET next_attempt_at = now()');
      await api.untilStatus(name, 'present');
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'follows a change of DNS_TARGET, and is unnecessary under a wildcard record',
    ProvisioningFixture.test(async (fixture) => {
      const first = await fixture.start();
      const name = await first.register();
      await first.untilStatus(name, 'present');
      await first.stop();

      const second = await fixture.start({ DNS_TARGET: '203.0.113.10,2001:db8::10' });
      await second.untilStatus(name, 'present');
      const lines = (await fixture.linesOf(name)).filter((line) => !line.startsWith('_latchkey'));
      expect(lines).toEqual([`${name} A 203.0.113.10`, `${name} AAAA 2001:db8::10`]);
      await second.stop();

      const third = await fixture.start({ DNS_WILDCARD: 'on', DNS_TARGET: '' });
      const another = await third.register();
      expect(await third.details(another)).toMatchObject({ statusDetail: null, dnsRecords: [], jobs: [] });
      await third.delete(name);
      await settleChanges(fixture.database.url, name);
      await fixture.untilGone(name);
      expect([await fixture.linesOf(name), await fixture.linesOf(another)]).toEqual([[], []]);
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'is removed in the end although its domain is deleted during its creation',
    ProvisioningFixture.test(async (fixture) => {
      const api = await fixture.start();
      fixture.bind.silence();
      const names = await Promise.all([api.register(), api.register(), api.register()]);
      // Another process holds the lock, and waits for the name server.
      const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 1684958834
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await eventually(async () => (await sql(fixture.database.url, locks)).length > 0);

      for (const name of names) await api.delete(name);
      fixture.bind.wake();

      for (const name of names) await fixture.untilGone(name);
      for (const name of names) expect(await fixture.linesOf(name)).toEqual([]);
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'must be removed from the zone before its domain is deleted',
    ProvisioningFixture.test(async (fixture) => {
      const api = await fixture.start();
      const name = await api.register();
      await api.untilStatus(name, 'present');
      fixture.bind.silence();
      await api.delete(name);

      const failing = await eventually(async () => (await api.details(name)).jobs.find(({ lastError }) => lastError !== null), {
        timeoutMs: 60_000,
        intervalMs: POLL_MS,
      });
      expect(failing).toMatchObject({ name: 'domain-deletion', lastError: expect.stringMatching(/^The DNS record could not be removed/) });

      fixture.bind.wake();
      await fixture.untilGone(name);
      expect(await fixture.linesOf(name)).toEqual([]);
    }),
    TIMEOUT_MS,
  );

  it.concurrent(
    'no longer counts as a failed job once nothing is left to do',
    ProvisioningFixture.test(async (fixture) => {
      const refused = await fixture.start({ DNS_RFC2136_KEY_SECRET: Buffer.alloc(32, 1).toString('base64') });
      const name = await refused.register();
      await eventually(async () => (await refused.details(name)).jobs.some(({ state }) => state === 'failed'), {
        timeoutMs: 60_000,
        intervalMs: POLL_MS,
      });
      await refused.stop();

      const api = await fixture.start({ DNS_WILDCARD: 'on' });

      await eventually(async () => (await api.details(name)).jobs.length === 0, { timeoutMs: 30_000, intervalMs: POLL_MS });
      expect(await api.details(name)).toMatchObject({ status: 'active', dnsRecords: [] });
    }),
    TIMEOUT_MS,
  );
});
