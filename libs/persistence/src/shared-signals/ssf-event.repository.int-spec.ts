import { describe, expect, it } from '@jest/globals';
import { useDomainSuite } from '../domain/domain-suite.fixture.js';
import { FAKE_PERSONAL_DATA } from '../log/personal-data.fixture.js';
import { SsfEventRepository } from './ssf-event.repository.js';
import { SsfPushRepository } from './ssf-push.repository.js';
import { SsfStreamRepository } from './ssf-stream.repository.js';

const TYPE = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
const SUBJECT = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const NOTICE = { eventType: 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated', reason: 'Too old.' };

const suite = useDomainSuite();
const repository = () => new SsfEventRepository(suite.database, FAKE_PERSONAL_DATA);

function event({ domainId, id }: { domainId: string; id: string }) {
  return { domainId, streamId: id, eventType: TYPE, subject: SUBJECT, payload: {}, txn: 'log-7', traceparent: null };
}

async function stream(status: string, values: object = {}) {
  const domainId = await suite.rows.domain();
  await suite.rows.insert('client', { domain_id: domainId, client_id: 'receiver' });
  const { id } = await suite.rows.insert('ssf_stream', {
    domain_id: domainId,
    client_id: 'receiver',
    status,
    events_requested: [TYPE],
    ...values,
  });
  const key = { domainId, id: id as string };
  const addEvent = (age = '0 days') =>
    suite.rows.query(
      `INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn, created_at) VALUES ($1, $2, $3, '{}', 'log-1', now() - $4::interval)`,
      [key.domainId, key.id, TYPE, age],
    );
  const list = () => repository().list(key, 20_000);
  return { key, addEvent, list };
}

describe('events of streams', () => {
  it('are given to streams that take events, unless they omit the user', async () => {
    const streams = [await stream('enabled'), await stream('paused'), await stream('disabled')];
    const [omitting, foreign] = [await stream('enabled'), await stream('enabled')];
    await suite.rows.insert('ssf_removed_subject', { domain_id: omitting.key.domainId, stream_id: omitting.key.id, subject: SUBJECT });
    const events = repository();

    const locked = await suite.database.transaction(async () => {
      const found = await events.lockStreams([...streams, omitting].map(({ key }) => key.domainId));
      await events.create(found.map((key) => ({ ...event(key), payload: { a: 1 } })));
      return found;
    });

    const counts = await Promise.all([...streams, omitting, foreign].map(async ({ list }) => (await list()).length));
    expect(counts).toEqual([1, 1, 0, 0, 0]);
    expect(locked.find(({ id }) => id === streams[0]!.key.id)).toMatchObject({ eventsRequested: [TYPE], scope: 'orders' });
    expect(await streams[0]!.list()).toMatchObject([
      { eventType: TYPE, subject: SUBJECT, payload: { a: 1 }, txn: 'log-7', subjectId: null },
    ]);
  });

  it('are added to a stream by one transaction at a time', async () => {
    const { key } = await stream('enabled');
    const first = await suite.openTransaction(() => repository().lockStreams([key.domainId]));

    const next = repository().lockStreams([key.domainId]);
    await suite.rows.untilBlocked(1);
    await first.end();
    expect(await next).toMatchObject([key]);
  });

  it('with values of attributes are stored encrypted, and go with the key of their user', async () => {
    const { key, list } = await stream('enabled');
    const { sub } = await suite.rows.insert<{ sub: string }>('end_user', { domain_id: key.domainId });
    const { encrypted } = await suite.rows.insert<{ encrypted: Buffer }>('log_key', { domain_id: key.domainId, sub, month: '2026-11-01' });
    const subjectId = { format: 'email', email: 'old@example.com' };
    const payload = { 'new-value': 'new@example.com' };

    await suite.database.transaction(() =>
      repository().create([{ ...event(key), subject: sub, payload, subjectId, key: { encrypted, month: '2026-11-01' } }]),
    );

    expect(await list()).toMatchObject([{ payload, subjectId }]);
    expect(await suite.rows.query('SELECT payload FROM ssf_event WHERE stream_id = $1', [key.id])).toEqual([
      { payload: { erased: 'commitment' } },
    ]);
    await suite.rows.query('DELETE FROM end_user WHERE sub = $1', [sub]);
    expect(await list()).toEqual([]);
    await repository().forgetSubjects([{ domainId: key.domainId, sub }]);
    expect(await suite.rows.count('ssf_event', `stream_id = '${key.id}'`)).toBe(0);
  });

  it('that are left for a week or are too many disable the stream with a last event', async () => {
    const [old, young, full, notified] = [
      await stream('enabled'),
      await stream('enabled'),
      await stream('paused'),
      await stream('disabled'),
    ];
    await Promise.all([old.addEvent('8 days'), old.addEvent(), young.addEvent('6 days'), notified.addEvent('8 days')]);
    await suite.rows.query(
      `INSERT INTO ssf_event (domain_id, stream_id, event_type, payload, txn) SELECT $1, $2, $3, '{}', 'log-1' FROM generate_series(1, 10001)`,
      [full.key.domainId, full.key.id, TYPE],
    );

    await repository().expire(NOTICE, 100);

    const last = [{ eventType: NOTICE.eventType, subject: null, payload: { status: 'disabled', reason: NOTICE.reason } }];
    expect(await old.list()).toMatchObject(last);
    expect(await full.list()).toMatchObject(last);
    expect([(await young.list()).length, (await notified.list()).length]).toEqual([1, 0]);
    expect(await suite.rows.count('ssf_stream', `id IN ('${old.key.id}', '${full.key.id}') AND status = 'disabled'`)).toBe(2);
  });
});

describe('a stream whose receiver leaves too much', () => {
  it('is disabled by one of concurrent workers', async () => {
    const { addEvent, list } = await stream('enabled');
    await addEvent('8 days');
    const first = await suite.openTransaction(() => repository().expire(NOTICE, 100));

    expect(await repository().expire(NOTICE, 100)).toEqual([]);
    await first.end();
    expect(await list()).toHaveLength(1);
  });
});

describe('a stream that pushes', () => {
  const PUSHING = { push_endpoint: 'https://rx.example.com/' };
  const due = async ({ id }: { id: string }) => (await suite.rows.count('ssf_stream', `id = '${id}' AND next_attempt_at <= now()`)) === 1;

  it('is due when it gets an event, unless it is paused or an earlier event waits for its next attempt', async () => {
    const later = new Date(Date.now() + 60_000);
    const streams = [
      await stream('enabled', PUSHING),
      await stream('paused', PUSHING),
      await stream('enabled'),
      await stream('enabled', { ...PUSHING, next_attempt_at: later }),
    ];

    await suite.database.transaction(() => repository().create(streams.map(({ key }) => event(key))));

    expect(await Promise.all(streams.map(({ key }) => due(key)))).toEqual([true, false, false, false]);
  });

  it('is leased to one worker at a time; one whose lease is lost can neither remove an event nor end the lease', async () => {
    const pushes = new SsfPushRepository(suite.database);
    const { key, addEvent, list } = await stream('enabled', { ...PUSHING, next_attempt_at: new Date(0) });
    await addEvent();
    const leases = await Promise.all(Array.from({ length: 5 }, () => pushes.lease(key)));
    const lost = leases.find((lease) => lease !== null)!;
    await suite.database.transaction(() => new SsfStreamRepository(suite.database).setStatus(key, 'enabled', null));
    const [{ id } = { id: '' }] = await list();

    expect(leases.filter((lease) => lease !== null)).toMatchObject([{ clientId: 'receiver', pushEndpoint: PUSHING.push_endpoint }]);
    expect([await pushes.removeEvent(lost, id), await pushes.fail(lost)]).toEqual([false, false]);
    await pushes.release(lost);
    expect([await due(key), (await list()).length]).toEqual([true, 1]);
  });

  it('that is disabled for what its receiver left is told so by a push', async () => {
    const pushes = new SsfPushRepository(suite.database);
    const { key, addEvent, list } = await stream('enabled', { ...PUSHING, failures: 9, next_attempt_at: new Date(Date.now() + 60_000) });
    await addEvent('8 days');

    await repository().expire(NOTICE, 100);

    const lease = await pushes.lease(key);
    const [last] = await list();
    expect([lease === null, last!.eventType]).toEqual([false, NOTICE.eventType]);
    expect(await pushes.removeEvent(lease!, last!.id)).toBe(true);
    await pushes.release(lease!);
    expect(await suite.rows.count('ssf_stream', `id = '${key.id}' AND next_attempt_at IS NULL AND leased_until IS NULL`)).toBe(1);
  });
});
