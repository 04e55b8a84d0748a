import { describe, expect, it } from '@jest/globals';
import { useDomainSuite } from '../domain/domain-suite.fixture.js';
import { SsfEventRepository } from './ssf-event.repository.js';

const TYPE = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
const NOTICE = { eventType: 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated', reason: 'Too old.' };

const suite = useDomainSuite();

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
  const list = () => new SsfEventRepository(suite.database).list(key, 20_000);
  return { key, addEvent, list };
}

describe('events of streams', () => {
  it('are given to the streams of their domain that request the type and do not omit the user', async () => {
    const subject = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
    const streams = [
      await stream('enabled'),
      await stream('paused'),
      await stream('disabled'),
      await stream('enabled', { events_requested: [] }),
    ];
    const [omitting, foreign] = [await stream('enabled'), await stream('enabled')];
    await suite.rows.insert('ssf_removed_subject', { domain_id: omitting.key.domainId, stream_id: omitting.key.id, subject });
    const events = [...streams, omitting].map(({ key }) => ({
      domainId: key.domainId,
      eventType: TYPE,
      subject,
      payload: { a: 1 },
      txn: 'log-7',
    }));

    await suite.database.transaction(() => new SsfEventRepository(suite.database).create(events));

    const counts = await Promise.all([...streams, omitting, foreign].map(async ({ list }) => (await list()).length));
    expect(counts).toEqual([1, 1, 0, 0, 0, 0]);
    expect(await streams[0]!.list()).toMatchObject([{ eventType: TYPE, subject, payload: { a: 1 }, txn: 'log-7' }]);
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

    await new SsfEventRepository(suite.database).expire(NOTICE, 100);

    const last = [{ eventType: NOTICE.eventType, subject: null, payload: { status: 'disabled', reason: NOTICE.reason } }];
    expect(await old.list()).toMatchObject(last);
    expect(await full.list()).toMatchObject(last);
    expect([(await young.list()).length, (await notified.list()).length]).toEqual([1, 0]);
    expect(await suite.rows.count('ssf_stream', `id IN ('${old.key.id}', '${full.key.id}') AND status = 'disabled'`)).toBe(2);
  });
});
