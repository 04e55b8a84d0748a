import { describe, expect, it } from '@jest/globals';
import { PersonalDataCipher } from '@latchkey/crypto';
import { SIGNALS } from '@latchkey/events';
import { MASTER_KEY } from '../../../../test/support/management.js';
import type { Row } from '../../../../test/support/rows.js';
import { descriptionOf, useReceiverFixture } from './receiver.fixture.js';

const TYPE = SIGNALS.accountPurged;

const receiver = useReceiverFixture();
const { auth: fixture, call, createStream, addEvent, poll, verifySet } = receiver;

/** The log entries of a type about the receiver. */
const readLog = (type: string) =>
  fixture.auth.rows.query(
    'SELECT request_id IS NOT NULL AS traced, data FROM log_entry WHERE domain_id = $1 AND client_id = $2 AND type = $3 ORDER BY id',
    [fixture.domain.id, receiver.clientId, type],
  );

/** Creates a stream for another client of the domain. @returns the columns that its events refer to */
async function createForeignStream(): Promise<Row> {
  const { rows } = fixture.auth;
  const { client_id } = await rows.insert('client', { domain_id: fixture.domain.id });
  const { id } = await rows.insert('ssf_stream', { domain_id: fixture.domain.id, client_id });
  return { domain_id: fixture.domain.id, stream_id: id };
}

describe('polling', () => {
  it('returns the events as verifiable tokens in their order, until they are acknowledged', async () => {
    const id = await createStream();
    const ids = [await addEvent(id), await addEvent(id), await addEvent(id)];

    const first = await poll(id, { maxEvents: 2 });
    const again = await poll(id, { maxEvents: 2 });
    const rest = await poll(id, { ack: [ids[0]], setErrs: { [ids[1]!]: { err: 'invalid_request', description: 'no' } } });

    expect([Object.keys(first.sets), first.moreAvailable]).toEqual([ids.slice(0, 2), true]);
    expect(Object.keys(again.sets)).toEqual(ids.slice(0, 2));
    expect([Object.keys(rest.sets), rest.moreAvailable]).toEqual([ids.slice(2), false]);
    const subject = { format: 'iss_sub', iss: fixture.domain.issuer, sub: fixture.sub };
    expect(await verifySet(first.sets[ids[0]!]!)).toMatchObject({ jti: ids[0], subject, type: TYPE, payload: {} });
    expect(await poll(id, { ack: [ids[2], 'nothing'] })).toEqual({ sets: {}, moreAvailable: false });
  });

  it('returns attribute values, which are stored encrypted, until the user is deleted', async () => {
    const id = await createStream();
    const [{ id: domainId }, { rows }] = [fixture.domain, fixture.auth];
    const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
    const cipher = new PersonalDataCipher([Buffer.from(MASTER_KEY, 'base64')]);
    const key = cipher.createKey({ domainId, sub });
    const subjectId = { format: 'email', email: 'old@example.com' };
    const committed = cipher.commit({ payload: { 'new-value': 'new@example.com' }, subjectId });
    await rows.insert('log_key', { domain_id: domainId, sub, month: '2026-11-01', encrypted: key });
    await rows.insert('ssf_event', {
      domain_id: domainId,
      stream_id: id,
      subject: sub,
      event_type: SIGNALS.identifierChanged,
      payload: { erased: committed.erased },
      encrypted_payload: cipher.encrypt(committed, key, { domainId, sub }),
      key_month: '2026-11-01',
    });

    const [set] = Object.values((await poll(id)).sets);

    expect(await verifySet(set!)).toMatchObject({ subject: subjectId, payload: { 'new-value': 'new@example.com' } });
    await rows.query('DELETE FROM end_user WHERE sub = $1', [sub]);
    expect((await poll(id)).sets).toEqual({});
  });

  it('returns the same events to two concurrent polls, and tolerates repeated acknowledgements', async () => {
    const id = await createStream();
    const jti = await addEvent(id);

    const both = await Promise.all([poll(id), poll(id)]);
    await Promise.all([poll(id, { ack: [jti] }), poll(id, { ack: [jti] })]);

    expect(both.map(({ sets }) => Object.keys(sets))).toEqual([[jti], [jti]]);
    expect((await poll(id)).sets).toEqual({});
  });

  it('waits for an event, unless another poll follows', async () => {
    const id = await createStream();
    const polls = [call('POST', `/ssf/poll/${id}`, {}), call('POST', `/ssf/poll/${id}`, {})];
    const superseded = await Promise.race(polls);
    const jti = await addEvent(id);
    const answers = (await Promise.all(polls)).map(({ json }) => Object.keys((json as { sets: object }).sets));

    expect(superseded.json).toEqual({ sets: {}, moreAvailable: false });
    expect(answers.toSorted()).toEqual([[], [jti]]);
  });

  it('records the error codes of rejected events once, and ignores events that the stream does not have', async () => {
    const [id, foreign] = [await createStream(), await fixture.auth.rows.insert('ssf_event', await createForeignStream())];
    const ids = [await addEvent(id), await addEvent(id), await addEvent(id)] as [string, string, string];
    const refusal = { err: 'invalid_audience', description: 'not for the log' };
    // One that is in both is refused, in either case of its letters.
    const body = { ack: [ids[0], ids[1]], setErrs: { [ids[1].toUpperCase()]: refusal, [foreign.id]: refusal, unknown: refusal } };

    await Promise.all([poll(id, body), poll(id, body)]);

    const data = { stream: id, eventType: TYPE, reason: 'invalid_audience' };
    expect(await readLog('ssf_stream.event_refused')).toEqual([{ traced: true, data }]);
    expect(Object.keys((await poll(id)).sets)).toEqual([ids[2]]);
    expect(await fixture.auth.rows.count('ssf_event', `id = '${foreign.id}'`)).toBe(1);
  });

  it('is kept for operators: how often an event was returned, and what the receiver answered', async () => {
    const id = await createStream();
    const ids = [await addEvent(id), await addEvent(id)] as [string, string];
    for (const maxEvents of [1, 2, 0]) await poll(id, { maxEvents });
    const description = `no\r\n${'x'.repeat(2_000)}`;

    await poll(id, { ack: [ids[0]], setErrs: { [ids[1]]: { err: 'invalid_audience', description, secret: 'not kept' } } });

    const columns = 'id, attempts, last_attempt_at IS NOT NULL AS taken, status, endpoint, response_status, error, response_body';
    const rows = await fixture.auth.rows.query(`SELECT ${columns} FROM ssf_ended_event WHERE stream_id = $1 ORDER BY position`, [id]);
    const polled = { taken: true, endpoint: null, response_status: null };
    const error = 'The receiver refused the event with the code invalid_audience.';
    const response_body = expect.stringMatching(/^\{"err":"invalid_audience","description":"no\\r\\nx{900,}…$/);
    expect(rows).toEqual([
      { ...polled, id: ids[0], attempts: 2, status: 'delivered', error: null, response_body: null },
      { ...polled, id: ids[1], attempts: 1, status: 'failed', error, response_body },
    ]);
  });

  it('reports all violations of a poll together', async () => {
    const body = { maxEvents: -1, returnImmediately: 1, ack: [1], setErrs: { a: { err: 'two words' } } };

    expect(descriptionOf(await call('POST', `/ssf/poll/${await createStream()}`, body))).toEqual([
      400,
      'The body is invalid: maxEvents must be an integer that is not negative; returnImmediately must be true or false; ' +
        'ack must be a list of jti values; ' +
        'setErrs must be an object keyed by jti, each with an err code of at most 64 visible ASCII characters.',
    ]);
  });
});

describe('streams', () => {
  it('keep events while paused and drop them while disabled', async () => {
    const id = await createStream();
    const jti = await addEvent(id);
    const set = (status: string, reason?: string) => call('POST', '/ssf/status', { stream_id: id, status, reason });

    const paused = [(await set('paused', 'Maintenance')).json, (await poll(id)).sets];
    await set('enabled');
    const enabled = Object.keys((await poll(id)).sets);
    await set('disabled');

    expect(paused).toEqual([{ stream_id: id, status: 'paused', reason: 'Maintenance' }, {}]);
    expect([enabled, (await poll(id)).sets]).toEqual([[jti], {}]);
  });

  it('logs a stream that its client creates, changes or deletes, with the origin of its push endpoint', async () => {
    const delivery = {
      method: 'urn:ietf:rfc:8935',
      endpoint_url: 'https://rx.example.com:8443/a-path?a=query',
      authorization_header: 'A header',
    };
    const id = await createStream();
    expect((await call('POST', '/ssf/stream', { delivery })).status).toBe(409);
    for (const [method, body] of [
      ['PATCH', { delivery }],
      ['PATCH', { delivery }],
      ['PATCH', { delivery: { ...delivery, authorization_header: 'Another' } }],
      ['PUT', { events_requested: [TYPE], description: 'new' }],
    ] as const)
      await call(method, '/ssf/stream', { stream_id: id, ...body });
    await call('DELETE', `/ssf/stream?stream_id=${id}`);

    const stream = id;
    const pushOrigin = 'https://rx.example.com:8443';
    expect(await readLog('ssf_stream.created')).toEqual([{ traced: true, data: { stream, pushOrigin: null } }]);
    const updates = [
      { stream, changed: ['delivery'], pushOrigin },
      { stream, changed: ['delivery'], pushOrigin },
      { stream, changed: ['delivery', 'description', 'events_requested'], pushOrigin: null },
    ];
    expect(await readLog('ssf_stream.updated')).toEqual(updates.map((data) => ({ traced: true, data })));
    expect(await readLog('ssf_stream.deleted')).toEqual([{ traced: true, data: { stream } }]);
  });

  it('logs a status change by the client with its author and reason', async () => {
    const id = await createStream();
    for (const [status, reason] of [['paused', '😀'.repeat(300)], ['paused'], ['disabled'], ['enabled', 'Back']])
      await call('POST', '/ssf/status', { stream_id: id, status, reason });

    const changes = [
      ['paused', '😀'.repeat(200)],
      ['disabled', null],
      ['enabled', 'Back'],
    ];
    expect(await readLog('ssf_stream.status_changed')).toEqual(
      changes.map(([status, reason]) => ({ traced: true, data: { stream: id, status, changedBy: 'receiver', reason } })),
    );
  });
});

describe('receivers', () => {
  it('rejects the token of a client that has lost the scope ssf.manage', async () => {
    const id = await createStream();
    await fixture.auth.rows.query(`UPDATE client SET scope = 'ssf.read', revision = nextval('revision') WHERE client_id = $1`, [
      receiver.clientId,
    ]);

    expect((await call('POST', `/ssf/poll/${id}`, { returnImmediately: true })).status).toBe(403);
  });
});

describe('request bodies of receivers', () => {
  it('must be JSON, even if they are optional', async () => {
    const send = (path: string, type: string, body?: string) =>
      fixture.send(path, {
        method: 'POST',
        headers: { Authorization: `Bearer ${receiver.token}`, 'Content-Type': type },
        ...(body && { body }),
      });
    const form = 'application/x-www-form-urlencoded';
    const refused = [await send('/ssf/stream', form, '{"description":"by curl"}'), await send('/ssf/stream', 'text/plain', '{}')];
    const id = await createStream();
    refused.push(await send('/ssf/status', form, `stream_id=${id}&status=paused`), await send(`/ssf/poll/${id}`, 'text/plain', '{}'));
    const jti = await addEvent(id);

    for (const { status, json } of refused)
      expect([status, json]).toEqual([
        415,
        expect.objectContaining({ detail: expect.stringMatching(/^Content-Type must be application\/json\. Received: /) }),
      ]);
    expect([(await send(`/ssf/poll/${id}`, form)).status, Object.keys((await poll(id)).sets)]).toEqual([200, [jti]]);
  });
});
