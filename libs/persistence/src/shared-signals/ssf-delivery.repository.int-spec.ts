import { beforeEach, describe, expect, it } from '@jest/globals';
import { FAKE_PERSONAL_DATA } from '../audit-log/personal-data.fixture.js';
import { useDomainFixture } from '../domain/domain.fixture.js';
import { SsfDeliveryRepository, type SsfEventDeliveryPage } from './ssf-delivery.repository.js';
import { SsfEventRepository } from './ssf-event.repository.js';
import { SsfPushRepository } from './ssf-push.repository.js';

const TYPE = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';
const SUBJECT = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const ENDPOINT = 'https://rx.example.com/events';
const ALL: SsfEventDeliveryPage = { status: null, before: null, limit: 100 };

const fixture = useDomainFixture();
const events = () => new SsfEventRepository(fixture.database, FAKE_PERSONAL_DATA);
const deliveries = () => new SsfDeliveryRepository(fixture.database, FAKE_PERSONAL_DATA);
const pushes = () => new SsfPushRepository(fixture.database);

interface StreamKey {
  domainId: string;
  id: string;
}

let key: StreamKey;

beforeEach(async () => {
  key = await insertStream();
});

async function insertStream(values: object = {}): Promise<StreamKey> {
  const domainId = await fixture.rows.domain();
  await fixture.rows.insert('client', { domain_id: domainId, client_id: 'receiver' });
  const stream = { domain_id: domainId, client_id: 'receiver', status: 'enabled', push_endpoint: ENDPOINT, ...values };
  const { id } = await fixture.rows.insert('ssf_stream', stream);
  return { domainId, id: id as string };
}

/** @returns the ids, oldest first */
async function addEvents(count: number, stream = key): Promise<string[]> {
  const event = { domainId: stream.domainId, streamId: stream.id, eventType: TYPE, subject: SUBJECT, payload: { a: 1 }, txn: 'log-7' };
  for (let n = 0; n < count; n += 1) await events().create([{ ...event, traceparent: null }]);
  const rows = await fixture.rows.query('SELECT id FROM ssf_event WHERE stream_id = $1 ORDER BY position', [stream.id]);
  return rows.map(({ id }) => id as string);
}

const acknowledge = (ids: readonly string[], error: string | null = null, stream = key) =>
  events().acknowledge(
    stream,
    ids.map((id) => ({ id, error, responseBody: error === null ? null : '{"err":"x"}', push: null })),
  );
const replay = (id: string, stream = key) => fixture.database.transaction(() => deliveries().replay(stream, id));
const list = (page: Partial<SsfEventDeliveryPage> = {}) => deliveries().list(key, { ...ALL, ...page });
const rowsOf = (table: string) => fixture.rows.query(`SELECT * FROM ${table} WHERE stream_id = $1 ORDER BY position`, [key.id]);

describe('deliveries of a stream', () => {
  it('are listed newest first, by status, before another one, and only its own', async () => {
    const [first, second, third] = (await addEvents(3)) as [string, string, string];
    const other = await insertStream();
    const [foreign] = await addEvents(1, other);
    await acknowledge([first, foreign!]);
    await acknowledge([second], 'Refused.');
    const ids = async (page: Partial<SsfEventDeliveryPage>) => (await list(page)).map(({ id, status }) => `${id} ${status}`);

    expect(await ids({})).toEqual([`${third} pending`, `${second} failed`, `${first} delivered`]);
    expect(await ids({ limit: 2 })).toEqual([`${third} pending`, `${second} failed`]);
    expect(await ids({ before: third })).toEqual([`${second} failed`, `${first} delivered`]);
    expect(await ids({ before: second, status: 'delivered' })).toEqual([`${first} delivered`]);
    expect([await ids({ status: 'pending' }), await ids({ status: 'failed' })]).toEqual([[`${third} pending`], [`${second} failed`]]);
    expect([await ids({ before: foreign! }), await ids({ before: key.id })]).toEqual([[], []]);
    expect(await deliveries().find(key, foreign!)).toBeNull();
  });

  it('have each attempt counted, and the last answer', async () => {
    const [id] = (await addEvents(1)) as [string];
    const lease = (await pushes().lease(key))!;
    const failed = { responseStatus: 503, durationMs: 12, error: 'Busy.', responseBody: 'try later', retryAfter: null };

    await pushes().fail(lease, { ...failed, eventId: id });

    const attempted = { attempts: 1, lastAttemptAt: expect.any(Date), endpoint: ENDPOINT, status: 'pending', endedAt: null };
    const { retryAfter: _retryAfter, ...answer } = failed;
    expect(await deliveries().find(key, id)).toMatchObject({ ...attempted, ...answer, event: { id, subject: SUBJECT, payload: { a: 1 } } });
    await fixture.rows.query('UPDATE ssf_stream SET next_attempt_at = now() WHERE id = $1', [key.id]);
    const again = (await pushes().lease(key))!;
    await pushes().endEvent(again, {
      id,
      error: null,
      responseBody: null,
      push: { endpoint: 'https://new.example.com/', responseStatus: 202, durationMs: 3 },
    });
    expect(await deliveries().find(key, id)).toMatchObject({
      attempts: 2,
      status: 'delivered',
      endpoint: 'https://new.example.com/',
      responseStatus: 202,
      durationMs: 3,
      error: null,
      responseBody: null,
      endedAt: expect.any(Date),
    });
  });

  it('count how often polls returned them', async () => {
    const [id] = (await addEvents(1)) as [string];
    for (let n = 0; n < 2; n += 1) await events().markTaken(key, [id]);
    await acknowledge([id], 'Refused.');

    expect(await list()).toMatchObject([{ id, attempts: 2, lastAttemptAt: expect.any(Date), status: 'failed', error: 'Refused.' }]);
  });

  it('end once, by one of concurrent acknowledgements', async () => {
    const [id] = (await addEvents(1)) as [string];
    const first = await fixture.openTransaction(() => acknowledge([id]));

    const second = acknowledge([id], 'Refused.');
    await fixture.rows.untilBlocked(1);
    await first.end();

    expect(await second).toEqual([]);
    expect(await list()).toMatchObject([{ id, status: 'delivered' }]);
  });

  it('end without a deadlock, in whatever order they are acknowledged', async () => {
    for (let n = 0; n < 10; n += 1) {
      const ids = await addEvents(20);
      const endings = await Promise.all([acknowledge(ids), acknowledge(ids.toReversed()), acknowledge(ids.toSorted())]);

      expect(endings.flat()).toHaveLength(20);
    }
  });

  it('are kept for a week, and 1,000 of a stream', async () => {
    await addEvents(1);
    const copy = `INSERT INTO ssf_ended_event (domain_id, stream_id, event_type, payload, txn, status, ended_at)
      SELECT $1, $2, $3, '{}', 'log-1', 'delivered', now() - $4::interval FROM generate_series(1, $5)`;
    const insert = (age: string, count: number) => fixture.rows.query(copy, [key.domainId, key.id, TYPE, age, count]);
    await insert('8 days', 2);
    await insert('6 days', 1_200);
    const [id] = await addEvents(0);

    expect(await events().deleteEnded(10)).toBe(2);
    await acknowledge([id!]);

    const kept = await fixture.rows.count('ssf_ended_event', `stream_id = '${key.id}'`);
    expect(kept).toBe(1_000);
  });
});

describe('a replayed delivery', () => {
  it('waits again at its position, as it was, and is due', async () => {
    await addEvents(3);
    const before = await rowsOf('ssf_event');
    const [first, second] = before.map(({ id }) => id as string);
    await acknowledge([first!, second!]);
    await fixture.rows.query('UPDATE ssf_stream SET next_attempt_at = NULL WHERE id = $1', [key.id]);

    await replay(first!);

    const [replayed, third] = await rowsOf('ssf_event');
    expect(replayed).toEqual({ ...before[0], replayed_at: expect.any(Date) });
    expect(third!['id']).toBe(before[2]!['id']);
    expect((await rowsOf('ssf_ended_event')).map(({ id }) => id)).toEqual([second]);
    expect(await fixture.rows.count('ssf_stream', `id = '${key.id}' AND next_attempt_at <= now()`)).toBe(1);
  });

  it('waits for a week before its stream is disabled, whatever its age', async () => {
    const [id] = (await addEvents(1)) as [string];
    await fixture.rows.query(`UPDATE ssf_event SET created_at = now() - interval '6 days' WHERE id = $1`, [id]);
    await acknowledge([id]);
    await fixture.rows.query(`UPDATE ssf_ended_event SET created_at = now() - interval '13 days' WHERE id = $1`, [id]);
    await replay(id);
    const overdue = () => events().listOverdueDomains(1_000);

    expect(await overdue()).not.toContain(key.domainId);
    await fixture.rows.query(`UPDATE ssf_event SET replayed_at = now() - interval '8 days' WHERE id = $1`, [id]);
    expect(await overdue()).toContain(key.domainId);
  });

  it('is not replayed by another stream', async () => {
    const [id] = (await addEvents(1)) as [string];
    await acknowledge([id]);
    await replay(id, await insertStream());

    expect(await list()).toMatchObject([{ id, status: 'delivered' }]);
  });
});

describe('what was sent about a deleted user', () => {
  it('is deleted with the user, what waits stays', async () => {
    const [first, second] = (await addEvents(2)) as [string, string];
    const other = await insertStream();
    const [foreign] = (await addEvents(1, other)) as [string];
    await acknowledge([first]);
    await acknowledge([foreign], null, other);

    await events().forgetSubjects([{ domainId: key.domainId, sub: SUBJECT }]);

    expect(await list()).toMatchObject([{ id: second, status: 'pending' }]);
    expect(await deliveries().list(other, ALL)).toMatchObject([{ id: foreign }]);
  });
});
