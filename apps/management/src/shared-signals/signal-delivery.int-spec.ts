import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SIGNAL_TYPES } from '@latchkey/events';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { insertSignalDelivery, insertSignalStream } from '../../../../test/support/signal-stream.js';
import { TextReceiver, type Behavior } from '../../../../test/support/text-receiver.js';

const OPTIONS = { timeoutMs: 25_000 };
const SECRET = 'the-secret-of-the-receiver';

interface Delivery {
  id: string;
  status: string;
  attempts: number;
}

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let receiver: TextReceiver;
let domain: string;
let streamId: string;
let clientId: string;
let sub: string;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { AUTH_URL: 'https://{domain}' });
  caller = management.as(management.apiKey);
  receiver = await TextReceiver.start();
});

afterAll(async () => {
  await management.stop();
  await Promise.all([receiver.stop(), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.answer(() => ({ status: 202 }));
  domain = await caller.registerDomain();
  streamId = await insertSignalStream(rows, domain, { events_requested: SIGNAL_TYPES, push_endpoint: `${receiver.url}/${domain}?a=b` });
  path = `/v1/domain/${domain}/signal-stream/${streamId}`;
  clientId = (await rows.query<{ client_id: string }>('SELECT client_id FROM ssf_stream WHERE id = $1', [streamId]))[0]!.client_id;
  const user = { preferredUsername: 'jane.doe.of.them', name: 'Jane' };
  sub = ((await caller.post(`/v1/domain/${domain}/user`, user)).json as { sub: string }).sub;
  expect((await caller.put(`${path}/authorization-header`, { authorizationHeader: `Bearer ${SECRET}` })).status).toBe(204);
});

const disableUser = () => caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: false });
const list = async (query = '') => (await caller.get(`${path}/delivery${query}`)).json as Delivery[];
const show = async (id: string) => (await caller.get(`${path}/delivery/${id}`)).json as Row;
const replay = (id: string) => caller.post(`${path}/delivery/${id}/replay`);
const waitFor = (statuses: readonly string[]) =>
  eventually(async () => {
    const deliveries = await list();
    return JSON.stringify(deliveries.map(({ status }) => status)) === JSON.stringify(statuses) ? deliveries : null;
  }, OPTIONS);

describe('deliveries of a push stream', () => {
  it('show what was sent and what the receiver answered', async () => {
    receiver.answer((attempt) =>
      attempt === 1 ? { status: 400, body: '{"err":"invalid_audience","description":"Not us"}' } : { status: 202 },
    );
    await disableUser();
    const [revoked, disabled] = (await waitFor(['Delivered', 'Failed'])) as [Delivery, Delivery];

    expect(await list('?status=Failed')).toEqual([disabled]);
    expect(await list(`?before=${revoked.id}`)).toEqual([disabled]);
    expect(await show(disabled.id)).toEqual({
      ...disabled,
      eventType: expect.stringMatching(/account-disabled$/),
      attempts: 1,
      lastAttemptAt: expect.any(String),
      endedAt: expect.any(String),
      createdAt: expect.any(String),
      responseStatus: 400,
      durationMs: expect.any(Number),
      error: 'The receiver refused the event with the code invalid_audience.',
      endpoint: `${receiver.url}/${domain}?a=b`,
      responseBody: '{"err":"invalid_audience","description":"Not us"}',
      claims: {
        iss: `https://${domain}`,
        aud: clientId,
        iat: expect.any(Number),
        jti: disabled.id,
        txn: expect.stringMatching(/^log-/),
        sub_id: { format: 'iss_sub', iss: `https://${domain}`, sub },
        events: { 'https://schemas.openid.net/secevent/risc/event-type/account-disabled': {} },
      },
    });
    expect(await show(revoked.id)).toMatchObject({ status: 'Delivered', responseStatus: 202, error: null, responseBody: null });
  });

  const HOSTILE: [string, Behavior, string | null][] = [
    ['a huge body', { status: 500, body: 'x'.repeat(3_000_000) }, `${'x'.repeat(999)}…`],
    ['binary', { status: 500, body: 'a\u0000\u0001\u001b[2Jb' }, 'a\ufffd[2Jb'],
    ['lines that look like headers', { status: 500, body: 'no\r\nSet-Cookie: a=b\r\n\r\n<script>' }, 'no\nSet-Cookie: a=b\n\n<script>'],
    ['the header', { status: 401, body: `{"got":"Bearer ${SECRET}"}` }, '{"got":"[removed]"}'],
    ['nothing', { status: 500, body: ' ' }, null],
  ];
  it.each(HOSTILE)('keep of an answer with %s what can be shown', async (_name, behavior, body) => {
    receiver.answer(() => behavior);
    await disableUser();
    const [delivery] = await eventually(async () => {
      const found = await list();
      return found.some(({ attempts }) => attempts > 0) ? found.filter(({ attempts }) => attempts > 0) : null;
    }, OPTIONS);

    const { status } = behavior as { status: number };
    const shown = {
      status: 'Retrying',
      responseStatus: status,
      responseBody: body,
      error: `The receiver answered with the status ${status}.`,
    };
    expect(await show(delivery!.id)).toMatchObject(shown);
  });

  it('are sent again with the same jti, once by two operators at the same time, and logged', async () => {
    await disableUser();
    const [, disabled] = (await waitFor(['Delivered', 'Delivered'])) as [Delivery, Delivery];
    receiver.answer(() => ({ status: 500 }));

    const answers = await Promise.all([replay(disabled.id), replay(disabled.id)]);

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, ''],
      [202, ''],
    ]);
    const jtiOf = ({ body }: { body: string }) =>
      (JSON.parse(Buffer.from(body.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti;
    // Streams of other tests push to the same receiver.
    const listReceived = () => receiver.requests.filter(({ path: to }) => to === `/${domain}?a=b`);
    await eventually(() => listReceived().length >= 1, OPTIONS);
    const refused = listReceived();
    receiver.answer(() => ({ status: 202 }));
    // It does not wait for its next attempt.
    await replay(disabled.id);
    await waitFor(['Delivered', 'Delivered']);
    expect(new Set([...refused, ...listReceived()].map(jtiOf))).toEqual(new Set([disabled.id]));
    expect(await show(disabled.id)).toMatchObject({ status: 'Delivered', responseStatus: 202 });
    const data = { stream: streamId, eventType: expect.stringMatching(/account-disabled$/), delivery: disabled.id };
    const log = await eventually(async () => {
      const entries = (await caller.get(`/v1/domain/${domain}/log?type=ssf_stream.event_replayed`)).json as Row[];
      return entries.length === 3 ? entries : null;
    }, OPTIONS);
    expect(log[0]).toMatchObject({ type: 'ssf_stream.event_replayed', client: clientId, data });
  });

  it('are gone with their user, except what is sent afterwards', async () => {
    await disableUser();
    await waitFor(['Delivered', 'Delivered']);
    await caller.delete(`/v1/domain/${domain}/user/${sub}`);

    const [purged] = (await waitFor(['Delivered'])) as [Delivery];
    expect(purged).toMatchObject({ eventType: expect.stringMatching(/account-purged$/) });
    expect(await rows.count('ssf_ended_event', `stream_id = '${streamId}'`)).toBe(1);
  });

  it('without values of a deleted user are shown without claims, and not sent again', async () => {
    const entry = { domain_id: (await rows.query<Row>('SELECT domain_id FROM ssf_stream WHERE id = $1', [streamId]))[0]!['domain_id'] };
    const gone = {
      subject: sub,
      encrypted_payload: Buffer.alloc(0),
      change_entry_id: 7,
      change_attributes: ['email'],
      key_month: '2026-11-01',
    };
    const id = await insertSignalDelivery(rows, streamId, { ...entry, ...gone });

    expect(await show(id)).toMatchObject({ id, claims: null });
    expect(kindOf(await replay(id))).toBe('409 /problems/signal-stream-conflict');
  });

  it('are unknown to another stream, and by no id', async () => {
    const foreign = await insertSignalDelivery(rows, await insertSignalStream(rows, domain));

    for (const id of [foreign, streamId, 'none', '%00']) {
      expect(kindOf(await caller.get(`${path}/delivery/${id}`))).toBe('404 /problems/signal-delivery-not-found');
      expect(kindOf(await replay(id))).toBe('404 /problems/signal-delivery-not-found');
    }
    expect(kindOf(await caller.get(`${path}/delivery?before=none&status=Lost`))).toBe('400 /problems/invalid-request');
  });

  it('are not sent again by a disabled stream', async () => {
    const id = await insertSignalDelivery(rows, streamId);
    await caller.put(`${path}/status`, { status: 'disabled' });

    expect(kindOf(await replay(id))).toBe('409 /problems/signal-stream-conflict');
    expect(await show(id)).toMatchObject({ status: 'Delivered' });
  });
});

describe('the header of pushes', () => {
  it('is replaced without loss: what was refused with the old one arrives with the new one immediately', async () => {
    const key = 'Bearer new-secret';
    receiver.answer(() => ({ status: receiver.requests.at(-1)!.headers.authorization === key ? 202 : 401 }));
    await disableUser();
    await eventually(async () => (await rows.count('ssf_stream', `id = '${streamId}' AND failures > 0`)) === 1, OPTIONS);
    await rows.query(`UPDATE ssf_stream SET next_attempt_at = now() + interval '6 hours' WHERE id = $1`, [streamId]);

    const { status, text } = await caller.put(`${path}/authorization-header`, { authorizationHeader: key });

    expect([status, text]).toEqual([204, '']);
    await waitFor(['Delivered', 'Delivered']);
    expect(JSON.stringify([await caller.get(path), await list()])).not.toContain('new-secret');
    await caller.put(`${path}/authorization-header`, { authorizationHeader: null });
    await caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: true });
    await waitFor(['Retrying', 'Delivered', 'Delivered']);
    await eventually(() => receiver.requests.at(-1)!.headers.authorization === undefined, OPTIONS);
  });

  it.each(['', 'two\nlines', ' spaced ', 'ünicode', 'x'.repeat(4_097), 7, undefined])('is not %j', async (authorizationHeader) => {
    const answer = await caller.put(`${path}/authorization-header`, { authorizationHeader });

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect((answer.json as { errors: object[] }).errors).toMatchObject([{ pointer: '/authorizationHeader' }]);
  });

  it('is not that of a stream that is polled', async () => {
    await rows.query('UPDATE ssf_stream SET push_endpoint = NULL WHERE id = $1', [streamId]);

    expect(kindOf(await caller.put(`${path}/authorization-header`, { authorizationHeader: null }))).toBe(
      '409 /problems/signal-stream-conflict',
    );
  });
});
