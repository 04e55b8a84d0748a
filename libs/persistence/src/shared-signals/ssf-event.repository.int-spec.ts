import { describe, expect, it } from '@jest/globals';
import { SIGNALS } from '@latchkey/events';
import { useDomainFixture } from '../domain/domain.fixture.js';
import { FAKE_PERSONAL_DATA } from '../audit-log/personal-data.fixture.js';
import { SsfChangeRepository } from './ssf-change.repository.js';
import { SsfEventRepository } from './ssf-event.repository.js';
import { SsfPushRepository } from './ssf-push.repository.js';
import { SsfStreamRepository } from './ssf-stream.repository.js';
import { UserRepository } from '../user/user.repository.js';

const TYPE = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
const SUBJECT = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const NOTICE = { eventType: 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated', reason: 'Too old.' };

const fixture = useDomainFixture();
const repository = () => new SsfEventRepository(fixture.database, FAKE_PERSONAL_DATA);

/** The ending of an event that a poll acknowledges. */
const accept = (id: string) => ({ id, error: null, responseBody: null, push: null });
const FAILED = (eventId: string) => ({
  eventId,
  responseStatus: 500,
  durationMs: 7,
  error: 'Failed.',
  responseBody: 'Busy',
  retryAfter: null,
});

function event({ domainId, id }: { domainId: string; id: string }) {
  return { domainId, streamId: id, eventType: TYPE, subject: SUBJECT, payload: {}, txn: 'log-7', traceparent: null };
}

async function stream(status: string, values: object = {}) {
  const domainId = await fixture.rows.domain();
  await fixture.rows.insert('client', { domain_id: domainId, client_id: 'receiver' });
  const { id } = await fixture.rows.insert('ssf_stream', {
    domain_id: domainId,
    client_id: 'receiver',
    status,
    events_requested: [TYPE],
    ...values,
  });
  const key = { domainId, id: id as string };
  const addEvent = (age = '0 days') =>
    fixture.rows.query(
      `INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn, created_at) VALUES ($1, $2, $3, '{}', 'log-1', now() - $4::interval)`,
      [key.domainId, key.id, TYPE, age],
    );
  const list = async () => (await repository().list(key, 20_000)).events;
  return { key, addEvent, list };
}

describe('stream events', () => {
  it('are added to streams that accept events, unless they omit the user', async () => {
    const streams = [await stream('enabled'), await stream('paused'), await stream('disabled')];
    const [omitting, foreign] = [await stream('enabled'), await stream('enabled')];
    await fixture.rows.insert('ssf_removed_subject', { domain_id: omitting.key.domainId, stream_id: omitting.key.id, subject: SUBJECT });
    const events = repository();

    const locked = await fixture.database.transaction(async () => {
      const found = await events.lockStreams([...streams, omitting].map(({ key }) => key.domainId));
      await events.create(found.map((key) => ({ ...event(key), payload: { a: 1 } })));
      return found;
    });

    const counts = await Promise.all(
      [...streams, omitting, foreign].map(({ key: { id } }) => fixture.rows.count('ssf_event', `stream_id = '${id}'`)),
    );
    expect(counts).toEqual([1, 1, 0, 0, 0]);
    expect(await streams[1]!.list()).toEqual([]);
    expect(locked.find(({ id }) => id === streams[0]!.key.id)).toMatchObject({ eventsRequested: [TYPE], scope: 'orders' });
    expect(await streams[0]!.list()).toMatchObject([
      { eventType: TYPE, subject: SUBJECT, payload: { a: 1 }, txn: 'log-7', subjectId: null },
    ]);
  });

  it('name a user by a sub that is no UUID, unless their stream omits the user', async () => {
    const [{ key, list }, omitting] = [await stream('enabled'), await stream('enabled')];
    const subject = 'maya.k~7';
    const users = new UserRepository(fixture.database);
    const streams = new SsfStreamRepository(fixture.database);
    for (const { domainId } of [key, omitting.key])
      await users.create(domainId, { identityProvider: 'local', attributes: { preferred_username: 'maya' }, sub: subject });
    expect(await streams.removeSubject(omitting.key, subject, 1)).toBe(true);

    await repository().create([key, omitting.key].map((each) => ({ ...event(each), subject })));

    expect([await list(), await omitting.list()]).toMatchObject([[{ subject }], []]);
    expect(await repository().listUserStates([{ domainId: key.domainId, sub: subject }])).toEqual([
      { domainId: key.domainId, sub: subject, active: true },
    ]);
    await streams.addSubject(omitting.key, subject);
    await repository().create([{ ...event(omitting.key), subject }]);
    expect(await omitting.list()).toMatchObject([{ subject }]);
  });

  it('are added to a stream by one transaction at a time', async () => {
    const { key } = await stream('enabled');
    const first = await fixture.openTransaction(() => repository().lockStreams([key.domainId]));

    const next = repository().lockStreams([key.domainId]);
    await fixture.rows.untilBlocked(1);
    await first.end();
    expect(await next).toMatchObject([key]);
  });

  /** Adds an entry to the outbox with changes for an event of the stream. @returns the event and the user */
  async function change({ domainId, id }: { domainId: string; id: string }, bytes = 1) {
    const { sub } = await fixture.rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
    const { encrypted } = await fixture.rows.insert<{ encrypted: Buffer }>('log_key', { domain_id: domainId, sub, month: '2026-11-01' });
    const { entry_id: entryId } = await fixture.rows.insert<{ entry_id: string }>('webhook_outbox', {
      domain_id: domainId,
      changes_commitment: 'commitment',
      encrypted_changes: Buffer.concat([
        encrypted,
        Buffer.from(JSON.stringify({ changes: { email: { before: 'old@example.com', after: 'n'.repeat(bytes) } } })),
      ]),
      key_month: '2026-11-01',
    });
    const values = { entryId, keyMonth: '2026-11-01', attributes: ['email'] };
    return { sub, entryId, event: { ...event({ domainId, id }), eventType: SIGNALS.identifierChanged, subject: sub, change: values } };
  }

  it("share attribute values, which are stored encrypted once, and deleted with the user's key", async () => {
    const { key, list } = await stream('enabled');
    const changes = new SsfChangeRepository(fixture.database);
    const { sub, entryId, event: changed } = await change(key);
    const domainId = key.domainId;

    await fixture.database.transaction(async () => {
      await changes.keep([{ domainId, entryId, sub }]);
      await repository().create([changed, changed, changed]);
    });

    const subjectId = { format: 'email', email: 'old@example.com' };
    const shown = { payload: { 'new-value': 'n' }, subjectId };
    expect(await list()).toMatchObject([shown, shown, shown]);
    const rows = `SELECT payload, octet_length(encrypted_payload) AS octets FROM ssf_event WHERE stream_id = $1`;
    expect(await fixture.rows.query(rows, [key.id])).toEqual(Array.from({ length: 3 }, () => ({ payload: {}, octets: 0 })));
    expect([await fixture.rows.count('ssf_change', `domain_id = '${domainId}'`), await changes.deleteUnused(10)]).toEqual([1, 0]);
    await fixture.rows.query('DELETE FROM end_user WHERE sub = $1', [sub]);
    expect(await list()).toEqual([]);
    await repository().forgetSubjects([{ domainId, sub }]);
    expect(await fixture.rows.count('ssf_event', `stream_id = '${key.id}'`)).toBe(0);
    expect(await fixture.rows.count('ssf_change', `domain_id = '${domainId}'`)).toBe(0);
  });

  it('keep values until the last event with them is removed, a week after it ended', async () => {
    const { key, list } = await stream('enabled');
    const changes = new SsfChangeRepository(fixture.database);
    const { sub, entryId, event: changed } = await change(key);
    await changes.keep([{ domainId: key.domainId, entryId, sub }]);
    await repository().create([changed]);

    const deleted = [await changes.deleteUnused(10)];
    await repository().acknowledge(key, [accept((await list())[0]!.id)]);

    deleted.push(await changes.deleteUnused(10));
    await fixture.rows.query(`UPDATE ssf_ended_event SET ended_at = now() - interval '8 days' WHERE stream_id = $1`, [key.id]);
    await repository().deleteEnded(10);

    expect([...deleted, await changes.deleteUnused(10), await changes.deleteUnused(10)]).toEqual([0, 0, 1, 0]);
  });

  it('are read together while their values are small, but always at least one', async () => {
    const { key } = await stream('enabled');
    const changes = new SsfChangeRepository(fixture.database);
    for (const bytes of [3_000_000, 3_000_000, 5_000_000]) {
      const { sub, entryId, event: changed } = await change(key, bytes);
      await changes.keep([{ domainId: key.domainId, entryId, sub }]);
      await repository().create([changed]);
    }

    const [first, second] = [await repository().list(key, 20), await repository().list(key, 1)];
    await repository().acknowledge(key, [accept(first.events[0]!.id)]);
    await repository().acknowledge(key, [accept((await repository().list(key, 20)).events[0]!.id)]);
    const last = await repository().list(key, 20);

    expect([first, second, last].map(({ events, hasMore }) => [events.length, hasMore])).toEqual([
      [1, true],
      [1, true],
      [1, false],
    ]);
  });

  it('disable the stream with a last event if they are too many or left for a week', async () => {
    const [old, young, full, notified] = [
      await stream('enabled'),
      await stream('enabled'),
      await stream('paused'),
      await stream('disabled'),
    ];
    await Promise.all([old.addEvent('8 days'), old.addEvent(), young.addEvent('6 days'), notified.addEvent('8 days')]);
    await fixture.rows.query(
      `INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn) SELECT $1, $2, $3, '{}', 'log-1' FROM generate_series(1, 10001)`,
      [full.key.domainId, full.key.id, TYPE],
    );

    await repository().deleteExpiredNotices(100);
    await repository().expire(NOTICE, 100);

    const last = [{ eventType: NOTICE.eventType, subject: null, payload: { status: 'disabled', reason: NOTICE.reason } }];
    expect(await old.list()).toMatchObject(last);
    expect(await full.list()).toMatchObject(last);
    expect([(await young.list()).length, (await notified.list()).length]).toEqual([1, 0]);
    expect(await fixture.rows.count('ssf_stream', `id IN ('${old.key.id}', '${full.key.id}') AND status = 'disabled'`)).toBe(2);
  });
});

describe('streams whose receiver leaves too many events', () => {
  it('are disabled by one of concurrent workers', async () => {
    const { addEvent, list } = await stream('enabled');
    await addEvent('8 days');
    const first = await fixture.openTransaction(() => repository().expire(NOTICE, 100));

    expect(await repository().expire(NOTICE, 100)).toEqual([]);
    await first.end();
    expect(await list()).toHaveLength(1);
  });
});

describe('push streams', () => {
  const PUSHING = { push_endpoint: 'https://rx.example.com/' };
  const due = async ({ id }: { id: string }) => (await fixture.rows.count('ssf_stream', `id = '${id}' AND next_attempt_at <= now()`)) === 1;

  it('become due with an event, unless they are paused or an earlier event waits for its next attempt', async () => {
    const later = new Date(Date.now() + 60_000);
    const streams = [
      await stream('enabled', PUSHING),
      await stream('paused', PUSHING),
      await stream('enabled'),
      await stream('enabled', { ...PUSHING, next_attempt_at: later }),
    ];

    await fixture.database.transaction(() => repository().create(streams.map(({ key }) => event(key))));

    expect(await Promise.all(streams.map(({ key }) => due(key)))).toEqual([true, false, false, false]);
  });

  it('are leased to one worker at a time, which needs the lease to remove an event or end the lease', async () => {
    const pushes = new SsfPushRepository(fixture.database);
    const { key, addEvent, list } = await stream('enabled', { ...PUSHING, next_attempt_at: new Date(0) });
    await addEvent();
    const leases = await Promise.all(Array.from({ length: 5 }, () => pushes.lease(key)));
    const lost = leases.find((lease) => lease !== null)!;
    await fixture.database.transaction(() => new SsfStreamRepository(fixture.database).setStatus(key, 'enabled', null));
    const [{ id } = { id: '' }] = await list();

    expect(leases.filter((lease) => lease !== null)).toMatchObject([{ clientId: 'receiver', pushEndpoint: PUSHING.push_endpoint }]);
    expect([await pushes.endEvent(lost, accept(id)), await pushes.fail(lost, FAILED(id))]).toEqual([false, null]);
    await pushes.release(lost);
    expect([await due(key), (await list()).length]).toEqual([true, 1]);
  });

  it('push a last event if they are disabled because of their receiver', async () => {
    const pushes = new SsfPushRepository(fixture.database);
    const { key, addEvent, list } = await stream('enabled', { ...PUSHING, failures: 9, next_attempt_at: new Date(Date.now() + 60_000) });
    await addEvent('8 days');

    await repository().expire(NOTICE, 100);

    const lease = await pushes.lease(key);
    const [last] = await list();
    expect([lease === null, last!.eventType]).toEqual([false, NOTICE.eventType]);
    expect(await pushes.endEvent(lease!, accept(last!.id))).toBe(true);
    await pushes.release(lease!);
    expect(await fixture.rows.count('ssf_stream', `id = '${key.id}' AND next_attempt_at IS NULL AND leased_until IS NULL`)).toBe(1);
  });
});
