import { beforeEach, describe, expect, it } from '@jest/globals';
import { SIGNALS } from '@latchkey/events';
import { kindOf } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { insertSignalStream } from '../../../../test/support/signal-stream.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
let root: string;
let domain: string;
let id: string;
let path: string;

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
  root = `/v1/domain/${domain}/signal-stream`;
  id = await insertSignalStream(fixture.rows, domain, {
    events_requested: [SIGNALS.accountPurged, 'urn:of-later'],
    push_endpoint: 'https://rx.example.com/events',
    authorization_header: Buffer.from('encrypted'),
    description: 'The fraud team',
  });
  path = `${root}/${id}`;
});

async function readLog(): Promise<unknown[]> {
  const { json } = await fixture.caller.get(`/v1/domain/${domain}/log`);
  return (json as { type: string; client: string; data: object }[]).filter(({ type }) => type.startsWith('ssf_stream'));
}

const addEvents = async (count: number) => {
  const [stream] = await fixture.rows.query('SELECT domain_id FROM ssf_stream WHERE id = $1', [id]);
  for (let n = 0; n < count; n += 1) await fixture.rows.insert('ssf_event', { domain_id: stream!['domain_id'], stream_id: id });
};
const listEvents = () => fixture.rows.query('SELECT event_type, payload FROM ssf_event WHERE stream_id = $1 ORDER BY position', [id]);

describe('the streams of a domain', () => {
  it('are listed with what waits in each, and without the header of pushes', async () => {
    await addEvents(2);
    const other = await insertSignalStream(fixture.rows, domain);
    const [{ client_id }] = (await fixture.rows.query('SELECT client_id FROM ssf_stream WHERE id = $1', [id])) as [{ client_id: string }];

    const { json, headers } = await fixture.caller.get(root);

    const shown = {
      id,
      clientId: client_id,
      audience: client_id,
      deliveryMethod: 'push',
      endpoint: 'https://rx.example.com/events',
      eventsRequested: [SIGNALS.accountPurged, 'urn:of-later'],
      eventsDelivered: [SIGNALS.accountPurged],
      description: 'The fraud team',
      status: 'enabled',
      reason: null,
      createdAt: expect.any(String),
      pendingEvents: 2,
      failures: 0,
      failingSince: null,
      verifiedAt: null,
    };
    expect(json).toEqual([shown, expect.objectContaining({ id: other, deliveryMethod: 'poll', endpoint: null, pendingEvents: 0 })]);
    expect(headers['x-total-count']).toBe('2');
    expect((await fixture.caller.get(path)).json).toEqual(shown);
  });

  it('keep their ETag while events come and go', async () => {
    const { etag } = (await fixture.caller.get(path)).headers;
    await addEvents(1);

    expect((await fixture.caller.get(path)).headers.etag).toBe(etag);
  });

  it.each(['GET', 'DELETE'])('are unknown by another id: %s', async (method) => {
    for (const unknown of ['none', crypto.randomUUID()])
      expect(kindOf(await fixture.caller.send(`${root}/${unknown}`, { method }))).toBe('404 /problems/signal-stream-not-found');
  });
});

describe('the status of a stream', () => {
  it('is changed once, with an event for the receiver and an entry in the log', async () => {
    const paused = { status: 'paused', reason: 'Maintenance' };
    for (let n = 0; n < 2; n += 1) expect(await fixture.caller.put(`${path}/status`, paused)).toMatchObject({ status: 204, text: '' });

    expect((await fixture.caller.get(`${path}/status`)).json).toEqual(paused);
    expect(await listEvents()).toEqual([{ event_type: expect.stringMatching(/\/stream-updated$/), payload: paused }]);
    expect(await readLog()).toEqual([
      expect.objectContaining({
        type: 'ssf_stream.status_changed',
        client: expect.any(String),
        data: { stream: id, ...paused, changedBy: 'operator' },
      }),
    ]);
  });

  it('drops what waits if the stream is disabled, except the notice', async () => {
    await addEvents(3);
    await fixture.caller.put(`${path}/status`, { status: 'disabled' });

    expect(await listEvents()).toEqual([{ event_type: expect.stringMatching(/\/stream-updated$/), payload: { status: 'disabled' } }]);
  });

  it('names every error of a bad request, and changes nothing', async () => {
    const { status, json } = await fixture.caller.put(`${path}/status`, { status: 'off', reason: 'x'.repeat(201) });

    expect([status, (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()]).toEqual([
      400,
      ['/reason', '/status'],
    ]);
    expect((await fixture.caller.get(`${path}/status`)).json).toEqual({ status: 'enabled', reason: null });
  });
});

describe('verification of a stream', () => {
  it('sends one event in 30 seconds', async () => {
    expect(await fixture.caller.post(`${path}/verification`)).toMatchObject({ status: 202, text: '' });
    const again = await fixture.caller.post(`${path}/verification`);

    expect(kindOf(again)).toBe('429 /problems/too-many-requests');
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(await listEvents()).toEqual([{ event_type: expect.stringMatching(/\/verification$/), payload: {} }]);
    expect((await fixture.caller.get(path)).json).toMatchObject({ verifiedAt: expect.any(String) });
  });

  it('is refused by a disabled stream', async () => {
    await fixture.caller.put(`${path}/status`, { status: 'disabled' });

    expect(kindOf(await fixture.caller.post(`${path}/verification`))).toBe('409 /problems/signal-stream-conflict');
  });
});

it('removes a stream with its events, and logs that', async () => {
  await addEvents(2);
  expect((await fixture.caller.delete(path)).status).toBe(204);

  expect((await fixture.caller.get(root)).json).toEqual([]);
  expect(await listEvents()).toEqual([]);
  expect(await readLog()).toEqual([expect.objectContaining({ type: 'ssf_stream.deleted', data: { stream: id } })]);
});
