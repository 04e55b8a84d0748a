import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Encryptor, pushAuthorizationContext } from '@latchkey/crypto';
import { SIGNAL_TYPES, SIGNALS } from '@latchkey/events';
import { tablesWith } from '../../../../test/support/database-search.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { MASTER_KEY, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { readSecurityEvent, type ReadSecurityEvent } from '../../../../test/support/security-event.js';
import { TextReceiver, type Behavior } from '../../../../test/support/text-receiver.js';
import { countParents, TRACED_ENTRY } from '../../../../test/support/traced-entry.js';

const POLL_OPTIONS = { timeoutMs: 25_000 };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const AUTHORIZATION = 'Bearer the-secret-of-the-receiver';

interface StartedStream {
  id: string;
  clientId: string;
  receiver: TextReceiver;
}

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let domainId: string;
/** A stream whose receiver took no events for a week before the worker started. */
let abandoned: Row;
const receivers: TextReceiver[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  abandoned = await insertAbandonedStream();
  management = await startManagement(database.url, { AUTH_URL: 'https://{domain}' });
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await Promise.all([...receivers.map((receiver) => receiver.stop()), rows.end()]);
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
});

async function insertAbandonedStream(): Promise<Row> {
  const key = { domain_id: await rows.domain() };
  const { client_id } = await rows.insert('client', key);
  const stream = await rows.insert('ssf_stream', { ...key, client_id, status: 'enabled' });
  await rows.insert('ssf_event', { ...key, stream_id: stream['id'], created_at: new Date(Date.now() - 8 * 86_400_000) });
  return stream;
}

const addEntry = (type: string, values: Row = {}) => rows.insert('log_entry', { domain_id: domainId, type, sub: SUB, ...values });
const countPending = ({ id }: StartedStream) => rows.count('ssf_event', `stream_id = '${id}'`);
const waitForRequests = ({ receiver }: StartedStream, count: number) => eventually(() => receiver.requests.length >= count, POLL_OPTIONS);

/** A push stream whose receiver initially accepts everything. */
async function startStream(values: Row = {}): Promise<StartedStream> {
  const receiver = await TextReceiver.start();
  receiver.answer(() => ({ status: 202 }));
  receivers.push(receiver);
  const client_id = values['client_id'] ?? (await rows.insert('client', { domain_id: domainId, scope: 'ssf.manage' })).client_id;
  const id = crypto.randomUUID();
  const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
  await rows.insert('ssf_stream', {
    domain_id: domainId,
    id,
    client_id,
    status: 'enabled',
    events_requested: SIGNAL_TYPES,
    push_endpoint: `${receiver.url}/events?a=b`,
    authorization_header: encryptor.encrypt(Buffer.from(AUTHORIZATION), pushAuthorizationContext(domainId, id)),
    ...values,
  });
  return { id, clientId: client_id as string, receiver };
}

/** The events that a receiver has received and verified so far. */
async function readAll({ receiver, clientId }: StartedStream): Promise<ReadSecurityEvent[]> {
  const keys = (await rows.query('SELECT public_jwk FROM signing_key WHERE domain_id = $1', [domainId])).map((row) => row['public_jwk']);
  const reader = { issuer: `https://${domain}`, audience: clientId, jwks: { keys } };
  return Promise.all(receiver.requests.map(({ body }) => readSecurityEvent(body, reader)));
}

/** Waits for a failed push, and makes the next one due, unless a slow machine has already done it. */
async function failOnce({ id, receiver }: StartedStream): Promise<void> {
  const hasFailed = async () => (await rows.count('ssf_stream', `id = '${id}' AND failures > 0`)) === 1;
  await eventually(async () => receiver.requests.length > 1 || hasFailed(), POLL_OPTIONS);
  await rows.query('UPDATE ssf_stream SET next_attempt_at = now() WHERE id = $1 AND failures > 0', [id]);
}

/** Waits for events after those that a receiver already has. @returns them */
async function takeEvents(stream: StartedStream, count: number): Promise<ReadSecurityEvent[]> {
  const { length } = stream.receiver.requests;
  await waitForRequests(stream, length + count);
  return (await readAll(stream)).slice(length);
}

describe('security events of users', () => {
  it('sends each of the eight events, which a receiver verifies', async () => {
    const { client_id } = await rows.insert('client', { domain_id: domainId, scope: 'ssf.manage profile email' });
    const [receiver, other] = [await startStream({ client_id }), await startStream()];
    const users = `/v1/domain/${domain}/user`;
    const { sub } = (await caller.post(users, { preferredUsername: 'jane.doe.of.them', name: 'Jane' })).json as { sub: string };
    await caller.patch(`${users}/${sub}`, { email: 'old@example.com' });
    const added = await takeEvents(receiver, 1);
    const causes: (() => Promise<unknown>)[] = [
      () => caller.patch(`${users}/${sub}`, { email: 'new@example.com', name: 'Jane Doe', salary: 7 }),
      () => caller.patch(`${users}/${sub}`, { active: false }),
      () => caller.patch(`${users}/${sub}`, { active: true }),
      () => addEntry('passkey.created', { sub }),
      () => addEntry('session.assurance_changed', { sub, data: { previous: '0', current: 'phr', direction: 'increase' } }),
      () => caller.delete(`${users}/${sub}`),
    ];
    const counts = [2, 2, 1, 1, 1, 1];
    const events: ReadSecurityEvent[] = [...added];
    for (const [n, cause] of causes.entries()) {
      const arrived = takeEvents(receiver, counts[n]!);
      await cause();
      events.push(...(await arrived));
    }

    const issued = { format: 'iss_sub', iss: `https://${domain}`, sub };
    const email = { format: 'email', email: 'old@example.com' };
    const context = (initiator: string) => ({ event_timestamp: expect.any(Number), initiating_entity: initiator });
    const change = { namespace: 'urn:latchkey:acr', current_level: 'phr', previous_level: '0', change_direction: 'increase' };
    expect(events.map(({ type, subject, payload }) => [type, subject, payload])).toEqual([
      [SIGNALS.tokenClaimsChange, issued, { claims: { email: 'old@example.com' }, ...context('admin') }],
      [SIGNALS.tokenClaimsChange, issued, { claims: { email: 'new@example.com', name: 'Jane Doe' }, ...context('admin') }],
      [SIGNALS.identifierChanged, email, { 'new-value': 'new@example.com' }],
      [SIGNALS.accountDisabled, issued, {}],
      [SIGNALS.sessionRevoked, issued, context('admin')],
      [SIGNALS.accountEnabled, issued, {}],
      [SIGNALS.credentialChange, issued, { credential_type: 'passkey', change_type: 'create', ...context('system') }],
      [SIGNALS.assuranceLevelChange, issued, { ...change, ...context('system') }],
      [SIGNALS.accountPurged, issued, {}],
    ]);
    await waitForRequests(other, 6);
    const types = (await readAll(other)).map(({ type }) => type);
    expect([types.length, types.includes(SIGNALS.tokenClaimsChange), types.includes(SIGNALS.identifierChanged)]).toEqual([6, false, false]);
  });

  it('sends both events for a user who is deactivated and activated again before distribution', async () => {
    const stream = await startStream();
    const { sub } = await rows.insert('end_user', { domain_id: domainId });
    for (const active of [false, true]) await addEntry('user.updated', { sub, data: { changed: ['active'], active } });
    await waitForRequests(stream, 3);

    const types = (await readAll(stream)).map(({ type }) => type);
    expect(types).toEqual([SIGNALS.accountDisabled, SIGNALS.sessionRevoked, SIGNALS.accountEnabled]);
  });

  it("stores values of changed attributes only in the event's own row, until the receiver gets them", async () => {
    const { client_id } = await rows.insert('client', { domain_id: domainId, scope: 'ssf.manage email' });
    const stream = await startStream({ client_id, status: 'paused' });
    const users = `/v1/domain/${domain}/user`;
    const { sub } = (await caller.post(users, { preferredUsername: 'john.doe.of.them', name: 'John' })).json as { sub: string };
    for (const email of ['first@secret.example', 'second@secret.example']) await caller.patch(`${users}/${sub}`, { email });
    await eventually(async () => (await countPending(stream)) === 3, POLL_OPTIONS);

    expect(await tablesWith(database.url, 'second@secret.example')).toEqual(['public.end_user']);
    expect(await tablesWith(database.url, 'first@secret.example')).toEqual([]);
    await rows.query(`UPDATE ssf_stream SET status = 'enabled', next_attempt_at = now() WHERE id = $1`, [stream.id]);
    await waitForRequests(stream, 3);
    expect((await readAll(stream)).at(-1)).toMatchObject({ payload: { 'new-value': 'second@secret.example' } });
  });
});

describe('push streams', () => {
  it('send no events while their client lacks the scope ssf.manage', async () => {
    const [{ client_id }, other] = [await rows.insert('client', { domain_id: domainId, scope: 'ssf.read email' }), await startStream()];
    const stream = await startStream({ client_id });
    await addEntry('passkey.created');
    await waitForRequests(other, 1);
    await rows.query(`UPDATE client SET scope = 'ssf.manage' WHERE client_id = $1`, [client_id]);
    await addEntry('user.deleted');
    await waitForRequests(stream, 1);

    expect((await readAll(stream)).map(({ type }) => type)).toEqual([SIGNALS.accountPurged]);
  });

  it("post each event as a verifiable token, with the stream's header, once and in order", async () => {
    const stream = await startStream();
    for (let n = 0; n < 30; n += 1) await addEntry('passkey.created');
    await addEntry('user.deleted');

    await waitForRequests(stream, 31);
    await eventually(async () => (await countPending(stream)) === 0, POLL_OPTIONS);

    const events = await readAll(stream);
    const sequences = events.map(({ txn }) => Number(txn.replace('log-', '')));
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    expect(new Set(events.map(({ jti }) => jti)).size).toBe(31);
    expect(events.at(-1)).toMatchObject({
      subject: { format: 'iss_sub', iss: `https://${domain}`, sub: SUB },
      type: SIGNALS.accountPurged,
    });
    const { path, headers } = stream.receiver.requests[0]!;
    expect([path, headers['content-type'], headers.accept, headers.authorization]).toEqual([
      '/events?a=b',
      'application/secevent+jwt',
      'application/json',
      AUTHORIZATION,
    ]);
  });

  it('repeat an event until it is accepted, with the same jti; the next event waits, other streams do not', async () => {
    const behaviors: Behavior[] = [
      { status: 500 },
      { status: 200 },
      { status: 401 },
      { status: 429 },
      { status: 302, headers: { Location: '/' } },
      { status: 400, body: '<html>' },
      { status: 400, body: '{"err":"authentication_failed"}' },
      'take-then-hang',
      'hang-up',
    ];
    const streams = await Promise.all(behaviors.map(() => startStream()));
    for (const [n, { receiver }] of streams.entries()) receiver.answer((attempt) => (attempt === 1 ? behaviors[n]! : { status: 202 }));
    const sound = await startStream();
    await addEntry('passkey.created');
    await addEntry('user.deleted');
    await waitForRequests(sound, 2);
    await Promise.all(streams.map(failOnce));

    await Promise.all(streams.map((stream) => waitForRequests(stream, 3)));

    for (const stream of streams) {
      const [first, again, next] = await readAll(stream);
      expect([again!.jti, again!.iat, again!.type]).toEqual([first!.jti, first!.iat, SIGNALS.credentialChange]);
      expect(next!.type).toBe(SIGNALS.accountPurged);
    }
    await eventually(async () => (await rows.count('ssf_stream', `domain_id = '${domainId}' AND failures = 0`)) === 10, POLL_OPTIONS);
  });

  it('drop an event that the receiver rejects, record that, and send the next one', async () => {
    const stream = await startStream();
    const refusal = { err: 'invalid_audience', description: 'not for the log' };
    stream.receiver.answer((attempt) => (attempt === 1 ? { status: 400, body: JSON.stringify(refusal) } : { status: 202 }));
    await addEntry('passkey.created');
    await addEntry('user.deleted');

    await waitForRequests(stream, 2);
    await eventually(async () => (await countPending(stream)) === 0, POLL_OPTIONS);

    expect((await readAll(stream)).map(({ type }) => type)).toEqual([SIGNALS.credentialChange, SIGNALS.accountPurged]);
    const entries = await eventually(async () => {
      const { json } = await caller.get(`/v1/domain/${domain}/log?type=ssf_stream.event_refused`);
      return (json as Row[]).length > 0 ? json : null;
    }, POLL_OPTIONS);
    const data = { stream: stream.id, eventType: SIGNALS.credentialChange, reason: 'invalid_audience' };
    expect(entries).toMatchObject([{ client: stream.clientId, data }]);
  });

  it('log the reason if the service disables a stream', async () => {
    const { domain_id, id, client_id } = abandoned as Record<string, string>;
    await rows.until(`EXISTS (SELECT FROM log_entry WHERE client_id = '${client_id}')`);

    const entries = await rows.query('SELECT type, actor_type, data FROM log_entry WHERE domain_id = $1 AND client_id = $2', [
      domain_id,
      client_id,
    ]);
    const reason = 'The receiver did not take events for 7 days, or left more than 10,000 of them.';
    const data = { stream: id, status: 'disabled', changedBy: 'service', reason };
    expect(entries).toEqual([{ type: 'ssf_stream.status_changed', actor_type: 'service', data }]);
    expect(await rows.count('ssf_stream', `id = '${id}' AND status = 'disabled'`)).toBe(1);
  });

  it('tell their receiver what an operator does with them, and send the rest when they are enabled again', async () => {
    const stream = await startStream();
    const path = `/v1/domain/${domain}/signal-stream/${stream.id}`;
    const receive = async (act: () => Promise<unknown>, count = 1) => {
      const arrived = takeEvents(stream, count);
      await act();
      return (await arrived).map(({ type, payload }) => [type.split('/').at(-1), payload]);
    };

    const verified = await receive(() => caller.post(`${path}/verification`));
    const paused = await receive(() => caller.put(`${path}/status`, { status: 'paused', reason: 'Maintenance' }));
    await addEntry('user.deleted');
    await eventually(async () => (await countPending(stream)) === 1, POLL_OPTIONS);
    const enabled = await receive(() => caller.put(`${path}/status`, { status: 'enabled' }), 2);
    const disabled = await receive(() => caller.put(`${path}/status`, { status: 'disabled' }));

    expect([verified, paused, enabled, disabled]).toEqual([
      [['verification', {}]],
      [['stream-updated', { status: 'paused', reason: 'Maintenance' }]],
      [
        ['account-purged', {}],
        ['stream-updated', { status: 'enabled' }],
      ],
      [['stream-updated', { status: 'disabled' }]],
    ]);
  });

  it('send no request to a private address', async () => {
    const stream = await startStream({ push_endpoint: 'https://10.0.0.1/' });
    await addEntry('user.deleted');

    await failOnce(stream);
    await eventually(() => management.log.includes('The receiver points to an address that is not public.'), POLL_OPTIONS);
    expect(await countPending(stream)).toBe(1);
  });

  it('retry in the trace of the event, and write no users, tokens or headers to the process log', async () => {
    const stream = await startStream();
    stream.receiver.answer((attempt) => ({ status: attempt === 1 ? 503 : 202 }));
    await addEntry('user.deleted', TRACED_ENTRY);
    await failOnce(stream);
    await waitForRequests(stream, 2);
    expect(countParents(stream.receiver.requests)).toBe(2);

    await eventually(() => management.log.includes(`"deliver-${stream.id}-`), POLL_OPTIONS);
    expect(management.log).not.toMatch(new RegExp(`${SUB}|eyJ[\\w-]+\\.|the-secret|events\\?a`));
  });
});
