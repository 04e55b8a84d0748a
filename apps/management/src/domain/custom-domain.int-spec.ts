import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startAuth, type Auth } from '../../../../test/support/auth.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DnsLab } from '../../../../test/support/dns-lab/dns-lab.js';
import { eventually as within } from '../../../../test/support/eventually.js';
import { startManagement, startManagementProcess, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const ZONE = 'custom.test';
const EDGE = 'edge.test';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Details {
  status: string;
  statusDetail: string | null;
  dnsRecords: { type: string; name: string; value: string; purpose: string; status: string }[];
  diagnoses: { code: string; detail: string; fix: string }[];
  verifiedAt: string | null;
  nextCheckAt: string | null;
}

/** Checks run every few seconds, and the machine may be busy. */
const eventually = <T>(look: () => Promise<T>) => within(look, { timeoutMs: 40_000, intervalMs: 100 });
jest.setTimeout(90_000);

let database: TestDatabase;
let lab: DnsLab;
let management: StartedManagement;
let idle: StartedManagement;
let auth: Auth;
let caller: Caller;
let rival: Caller;
let names = 0;
let name: string;
/** The records of the zone by name, to which tests add records. */
const zone = new Map<string, string[]>();

beforeAll(async () => {
  [database, lab] = await Promise.all([
    createTestDatabase(),
    DnsLab.start([
      { name: 'test', servers: ['ns1'], records: ['edge A 192.0.2.1', 'shop A 198.51.100.1'] },
      { name: ZONE, servers: ['ns1', 'ns2'], records: [] },
    ]),
  ]);
  const settings = { ...lab.settings, DNS_TARGET: EDGE };
  auth = await startAuth(database.url);
  management = await startManagement(database.url, settings);
  idle = await startManagement(database.url, { ...settings, WORKER: 'off' });
}, 150_000);

afterAll(async () => {
  await Promise.all([management?.stop(), idle?.stop(), auth?.stop(), lab?.stop()]);
  await database.drop();
});

beforeEach(async () => {
  const [mine, theirs] = await Promise.all([createSubscription(database.url), createSubscription(database.url)]);
  // The API process also runs checks; other tests request background work explicitly.
  caller = idle.as(mine.apiKey);
  rival = idle.as(theirs.apiKey);
  name = `name-${(names += 1)}.${ZONE}`;
});

/** Sets the records of a name, complete as in a zone file, and keeps those of all others. */
async function publish(owner: string, records: string[]): Promise<void> {
  zone.set(owner, records);
  await lab.change(ZONE, [...zone.values()].flat());
}

function lines(records: Details['dnsRecords']): string[] {
  return records.map(({ type, name: owner, value }) => `${owner}. ${type} ${type === 'TXT' ? `"${value}"` : `${value}.`}`);
}

async function details(each: Caller, of = name): Promise<Details> {
  const { status, json } = await each.get(`/v1/domain/${of}`);
  expect(status).toBe(200);
  return json as Details;
}

async function register(each: Caller): Promise<Details> {
  expect((await each.post('/v1/domain', { domain: name })).status).toBe(201);
  return details(each);
}

async function verify(each: Caller): Promise<Details> {
  const { status, json } = await each.post(`/v1/domain/${name}/verify`);
  expect(status).toBe(200);
  return json as Details;
}

/** Registers the name and creates its records. */
async function registerProved(each: Caller): Promise<Details> {
  const registered = await register(each);
  await publish(name, lines(registered.dnsRecords));
  return registered;
}

async function isServed(): Promise<boolean> {
  return (await auth.send(name, '/.well-known/jwks.json')).status === 200;
}

async function listEvents(each: Caller): Promise<string[]> {
  const { json } = await each.get(`/v1/domain/${name}/log`);
  return (json as { type: string }[]).map(({ type }) => type).toReversed();
}

const codes = ({ diagnoses }: Details): string[] => diagnoses.map(({ code }) => code);
const makeDue = () => sql(database.url, 'UPDATE domain SET next_check_at = now() WHERE name = $1 AND next_check_at IS NOT NULL', [name]);

/** Backdates a domain: its attempt or degradation began earlier, and a check is due. */
async function pass(interval: string): Promise<void> {
  const move = `UPDATE domain_verification SET since = now() - $2::interval FROM domain WHERE id = domain_id AND name = $1`;
  await sql(database.url, move, [name, interval]);
  await makeDue();
}

describe('custom domains', () => {
  it('lists exactly which records to create, and does not serve the domain before they exist', async () => {
    const registered = await register(caller);

    expect(registered).toMatchObject({ status: 'pending', statusDetail: expect.any(String), verifiedAt: null });
    expect(registered.nextCheckAt).toMatch(TIME);
    expect(registered.dnsRecords).toEqual([
      {
        type: 'TXT',
        name: `_latchkey-challenge.${name}`,
        value: expect.stringMatching(/^latchkey-verification=[0-9a-f]{64}$/),
        purpose: 'proves that the name is yours',
        status: expect.stringMatching(/^(pending|missing)$/),
      },
      { type: 'CNAME', name, value: EDGE, purpose: 'points to the auth server', status: expect.stringMatching(/^(pending|missing)$/) },
    ]);
    expect(await isServed()).toBe(false);
  });

  it('activates a domain automatically within seconds after its records exist', async () => {
    await registerProved(caller);

    const active = await eventually(async () => {
      const now = await details(caller);
      return now.status === 'active' ? now : null;
    });

    expect(active).toMatchObject({ statusDetail: null, diagnoses: [], verifiedAt: expect.stringMatching(TIME) });
    expect(active.dnsRecords.map(({ status }) => status)).toEqual(['present', 'present']);
    expect(Date.parse(active.nextCheckAt!) - Date.now()).toBeGreaterThan(22 * 3_600_000);
    expect(await isServed()).toBe(true);
    expect(await listEvents(caller)).toEqual(['domain.created', 'domain.activated']);
  });

  it('lists the problems when a check is requested', async () => {
    await register(caller);
    await publish(name, [`${name}. CNAME shop.test.`]);

    const checked = await verify(caller);

    expect(checked).toMatchObject({ status: 'pending', statusDetail: `The CNAME record of ${name} points to shop.test, not to ${EDGE}.` });
    expect(codes(checked)).toEqual(['cname-elsewhere', 'proof-missing']);
    expect(checked.diagnoses[0]!.fix).toContain(EDGE);
    expect(checked.dnsRecords.map(({ status }) => status)).toEqual(['missing', 'missing']);
  });

  it('returns a domain that needs no verification unchanged', async () => {
    name = await caller.registerDomain();

    expect(await verify(caller)).toMatchObject({ status: 'active', dnsRecords: [], diagnoses: [] });
  });

  it('rejects a name so long that its challenge would not fit', async () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(45)}.${ZONE}`;

    const answer = await caller.post('/v1/domain', { domain: long });

    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/domain', detail: expect.stringContaining('233 characters') }] },
    });
  });
});

describe('several domains with the same name', () => {
  it('assigns the name to exactly one of many concurrent claimants, and tells the others why', async () => {
    const claims = [await register(caller), await register(rival)];
    await publish(name, [...lines(claims[0]!.dnsRecords), lines(claims[1]!.dnsRecords)[0]!]);

    await Promise.all([caller, rival, caller, rival, caller, rival].map((each) => verify(each)));

    const [mine, theirs] = await Promise.all([details(caller), details(rival)]);
    const [winner, loser] = mine.status === 'active' ? [mine, theirs] : [theirs, mine];
    expect(winner).toMatchObject({ status: 'active', statusDetail: null });
    expect(loser).toMatchObject({ status: 'failed', statusDetail: `Another subscription has already proved that it owns ${name}.` });
    expect(loser).toMatchObject({ verifiedAt: null, nextCheckAt: null, diagnoses: [{ code: 'held-by-another' }] });
    const logs = await Promise.all([listEvents(caller), listEvents(rival)]);
    const count = (type: string): number => logs.flat().filter((each) => each === type).length;
    expect([count('domain.activated'), count('domain.created'), count('domain.failed') > 0]).toEqual([1, 2, true]);
  });

  it('lets each loser claim the name again once it is free, with a new challenge: the old one is invalid', async () => {
    const third = idle.as((await createSubscription(database.url)).apiKey);
    const [mine] = [await register(caller), await register(rival), await register(third)];
    await publish(name, lines(mine.dnsRecords));
    expect(await verify(caller)).toMatchObject({ status: 'active' });
    for (const each of [rival, third]) expect(await verify(each)).toMatchObject({ status: 'failed' });
    const early = [await details(rival), await details(third)].map(({ dnsRecords }) => lines(dnsRecords)[0]!);
    await publish(name, [...lines(mine.dnsRecords), ...early]);
    await caller.delete(`/v1/domain/${name}`);
    await eventually(async () => (await caller.get(`/v1/domain/${name}`)).status === 404);

    for (const each of [rival, third]) expect(codes(await verify(each))).toEqual(['proof-old']);
    expect(await isServed()).toBe(false);
    await publish(name, lines((await details(third)).dnsRecords));
    expect([(await verify(third)).status, (await listEvents(third)).at(-2)]).toEqual(['active', 'domain.verification_restarted']);
    expect(await verify(rival)).toMatchObject({ status: 'failed', diagnoses: [{ code: 'held-by-another' }] });
  });
});

describe('a released name', () => {
  it('is not assigned to anyone because of left-over records, neither another claimant nor its former owner', async () => {
    await registerProved(caller);
    expect(await verify(caller)).toMatchObject({ status: 'active' });
    await caller.delete(`/v1/domain/${name}`);
    expect(await isServed()).toBe(false);
    await eventually(async () => (await caller.get(`/v1/domain/${name}`)).status === 404);

    for (const each of [rival, caller]) {
      await register(each);
      const checked = await verify(each);
      expect(checked).toMatchObject({ status: 'pending', verifiedAt: null });
      expect(codes(checked)).toEqual(['proof-old']);
      expect(await isServed()).toBe(false);
      expect((await auth.send('edge.test', `/tls/ask?domain=${name}`)).status).toBe(404);
    }
  });
});

describe('a served custom domain', () => {
  it('is degraded when it points elsewhere, still serves, and is active again when it points here', async () => {
    const { dnsRecords } = await registerProved(caller);
    await verify(caller);
    await pass('100 days');
    await publish(name, [lines(dnsRecords)[0]!, `${name}. CNAME shop.test.`]);
    const degraded = await eventually(async () => {
      await makeDue();
      const now = await details(caller);
      return codes(now).includes('cname-elsewhere') ? now : null;
    });
    for (const each of [degraded, await verify(caller)]) expect(each).toMatchObject({ status: 'degraded', diagnoses: [expect.anything()] });
    expect(await isServed()).toBe(true);
    await publish(name, lines(dnsRecords));
    await pass('0 seconds');
    await eventually(async () => (await details(caller)).status === 'active');
    expect(await listEvents(caller)).toEqual(['domain.created', 'domain.activated', 'domain.degraded', 'domain.activated']);
  });

  it('fails after 7 degraded days, is no longer served, and its name is free', async () => {
    await registerProved(caller);
    await verify(caller);
    await publish(name, []);
    expect(await verify(caller)).toMatchObject({ status: 'degraded' });
    expect(await isServed()).toBe(true);
    await pass('7 days');

    await eventually(async () => (await details(caller)).status === 'failed');

    expect(await isServed()).toBe(false);
    expect(await details(caller)).toMatchObject({ verifiedAt: null, nextCheckAt: null });
    const { dnsRecords } = await register(rival);
    await publish(name, lines(dnsRecords));
    expect(await verify(rival)).toMatchObject({ status: 'active' });
  });
});

describe('the state of a proof', () => {
  it('survives the loss of the queue and a killed worker', async () => {
    const own = await startManagementProcess(database.url, { ...lab.settings, DNS_TARGET: EDGE });
    await registerProved(caller);
    await own.process.kill();
    await sql(database.url, 'DELETE FROM bullmq.job');
    await pass('0 seconds');

    await expect(eventually(async () => (await details(caller)).status === 'active')).resolves.toBe(true);
  });

  it('removes a domain that is deleted during a check', async () => {
    await registerProved(caller);

    const [checks, deleted] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => caller.post(`/v1/domain/${name}/verify`))),
      caller.delete(`/v1/domain/${name}`),
    ]);

    expect(deleted.status).toBe(204);
    for (const { status } of checks) expect([200, 404]).toContain(status);
    expect(await isServed()).toBe(false);
    await eventually(async () => (await caller.get(`/v1/domain/${name}`)).status === 404);
    expect(await sql(database.url, 'SELECT FROM domain_verification LEFT JOIN domain ON id = domain_id WHERE id IS NULL')).toEqual([]);
  });
});
