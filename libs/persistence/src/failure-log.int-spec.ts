import type { AuditEvent } from '@latchkey/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from './persistence.fixture.js';
import { ClientFailureAuditLogRepository, type ClientFailure } from './audit-log/client-failure-audit-log.repository.js';
import { RateLimitRepository } from './rate-limit/rate-limit.repository.js';
import type { AuditLogRepository } from './audit-log/audit-log.repository.js';
import { createAuditLogRepository } from './audit-log/personal-data.fixture.js';

const MAX_FAILURES = 60;

let persistence: PersistenceFixture;
let rows: Rows;
let log: AuditLogRepository;
let clientLog: ClientFailureAuditLogRepository;
let counts: RateLimitRepository;
let domainId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  log = createAuditLogRepository(database);
  clientLog = new ClientFailureAuditLogRepository(database);
  counts = new RateLimitRepository(database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
});

const STANDARD = { actor: { type: 'user', id: null, name: null }, requestId: null, traceId: null, client: 'shop' } as const;
const DATA = { methods: ['passkey'], identityProvider: null };

function createEntries(times: number, entry: { domain?: string; sub?: string | null; succeeds?: boolean } = {}): Promise<unknown> {
  const { domain = domainId, sub: user = null, succeeds = false } = entry;
  const event: AuditEvent = succeeds
    ? { type: 'user.signed_in', user, data: DATA }
    : { type: 'user.sign_in_failed', user, data: { ...DATA, reason: 'passkey-failed' } };
  return Promise.all(Array.from({ length: times }, () => log.create({ ...STANDARD, ...event, domainId: domain })));
}

const countEntries = (condition: string, domain = domainId) => rows.count('log_entry', `domain_id = '${domain}' AND ${condition}`);
/** Ends the current minute. */
const endMinute = () =>
  rows.query(`UPDATE rate_limit SET expire = expire - 60000, key = key || '-over' WHERE key LIKE $1`, [`domain:${domainId}:%`]);
const readOmittedEntries = () =>
  rows.query<Row>(`SELECT actor_type, sub, data FROM log_entry WHERE domain_id = $1 AND type = 'log.entries_omitted'`, [domainId]);
const sumOmitted = (entries: Row[]): number => entries.reduce((sum, { data }) => sum + (data as { count: number }).count, 0);

describe('failed sign-ins', () => {
  it('have a limited number of entries per minute, and a count of the omitted ones', async () => {
    // The minute can end during the test. Then as many entries again are allowed, and two summary entries count the omitted ones.
    await createEntries(500);
    const noted = await countEntries('TRUE');
    await endMinute();
    await counts.deleteExpired(1_000);
    await counts.deleteExpired(1_000);

    const entries = await readOmittedEntries();
    expect(noted >= MAX_FAILURES && noted <= 2 * MAX_FAILURES).toBe(true);
    expect(sumOmitted(entries)).toBe(500 - noted);
    expect(entries[0]).toMatchObject({ data: { type: 'user.sign_in_failed' }, actor_type: 'service', sub: null });
  });

  it('leave room for known users and other domains, however many concern unknown users', async () => {
    const [other, sub] = [await rows.domain(), '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11'];
    await createEntries(200);

    await createEntries(10, { sub });
    await createEntries(10, { domain: other });

    expect([await countEntries(`sub = '${sub}'`), await countEntries('TRUE', other)]).toEqual([10, 10]);
  });

  it('below the limit have no summary entry', async () => {
    await createEntries(MAX_FAILURES);
    await endMinute();
    await counts.deleteExpired(1_000);

    expect([await countEntries('TRUE'), await readOmittedEntries()]).toEqual([MAX_FAILURES, []]);
  });

  it('have no summary entry if the domain is being deleted', async () => {
    await createEntries(200);
    await endMinute();
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    await counts.deleteExpired(1_000);

    expect(await readOmittedEntries()).toEqual([]);
  });
});

it('logs every successful sign-in', async () => {
  await createEntries(200, { succeeds: true });

  expect(await countEntries('TRUE')).toBe(200);
});

describe('failed client authentications', () => {
  const TYPE = 'token.client_authentication_failed';

  async function newDomain(values: Row = {}): Promise<{ id: string; name: string }> {
    const id = await rows.domain(values);
    await rows.insert('client', { domain_id: id, client_id: 'orders' });
    const [row] = await rows.query<{ name: string }>('SELECT name FROM domain WHERE id = $1', [id]);
    return { id, name: row!.name };
  }

  const failureIn = ({ name }: { name: string }, changes: Partial<ClientFailure> = {}): ClientFailure => ({
    domain: name,
    clientId: 'orders',
    isIssuerKnown: false,
    requestId: 'request-1',
    traceparent: null,
    reason: 'wrong-signature',
    ...changes,
  });
  const repeat = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value);
  const readEntries = ({ id }: { id: string }) =>
    rows.query<Row>('SELECT type, actor_type, client_id, request_id, data FROM log_entry WHERE domain_id = $1 ORDER BY id', [id]);

  it('are logged in the order of the requests, if the domain has the client or knows the issuer', async () => {
    const domain = await newDomain();

    await clientLog.recordAuthenticationFailures([
      failureIn(domain),
      failureIn(domain, { clientId: 'unknown' }),
      failureIn(domain, { clientId: null }),
      failureIn(domain, { clientId: 'orders\0' }),
      failureIn(domain, { clientId: null, isIssuerKnown: true, requestId: 'request-2', reason: 'unknown-subject' }),
    ]);

    const entry = { type: TYPE, actor_type: 'service' };
    expect(await readEntries(domain)).toEqual([
      { ...entry, client_id: 'orders', request_id: 'request-1', data: { reason: 'wrong-signature' } },
      { ...entry, client_id: null, request_id: 'request-2', data: { reason: 'unknown-subject' } },
    ]);
  });

  it('have a limited number of entries per minute and domain, and a count of the omitted ones', async () => {
    const [flooded, other] = [await newDomain(), await newDomain()];
    domainId = flooded.id;
    const batches = [40, 1, 200, 7].map((size) => [...repeat(size, failureIn(flooded)), failureIn(other)]);

    // The minute can end during the test: see the limit of failed sign-ins.
    await Promise.all(batches.map((batch, n) => clientLog.recordAuthenticationFailures(n % 2 === 0 ? batch : batch.toReversed())));
    const noted = await countEntries('TRUE');
    await endMinute();
    await counts.deleteExpired(1_000);

    const omitted = await readOmittedEntries();
    expect(noted >= MAX_FAILURES && noted <= 2 * MAX_FAILURES).toBe(true);
    expect(sumOmitted(omitted)).toBe(248 - noted);
    expect(omitted[0]).toMatchObject({ data: { type: TYPE }, actor_type: 'service' });
    expect(await readEntries(other)).toHaveLength(batches.length);
  });

  it('are counted separately from failed sign-ins and rejected redirect URIs', async () => {
    const domain = await newDomain();
    await createEntries(200, { domain: domain.id });
    await clientLog.recordAuthenticationFailures(repeat(100, failureIn(domain)));
    await clientLog.recordRefusedRedirectUris(repeat(100, failureIn(domain)));

    const perType = await rows.query<Row>(
      'SELECT type, count(*)::integer FROM log_entry WHERE domain_id = $1 GROUP BY type ORDER BY type',
      [domain.id],
    );
    // The minute can end during the test.
    expect(perType.map(({ type }) => type)).toEqual(['client.redirect_uri_refused', TYPE, 'user.sign_in_failed']);
    expect(perType.map(({ count }) => (count as number) >= MAX_FAILURES)).toEqual([true, true, true]);
  });

  it('are ignored for domains that are not served, but others in the same statement are logged', async () => {
    const [served, deleted] = [await newDomain(), await newDomain({ status: 'deleting' })];

    await clientLog.recordAuthenticationFailures([failureIn({ name: 'absent.example.com' }), failureIn(deleted), failureIn(served)]);

    expect([await readEntries(deleted), await readEntries(served)]).toEqual([[], [expect.anything()]]);
  });
});
