import { describe, expect, it } from '@jest/globals';
import { Encryptor, pushAuthorizationContext } from '@latchkey/crypto';
import { SIGNAL_TYPES, SIGNALS, STREAM_SIGNALS } from '@latchkey/events';
import { MASTER_KEY } from '../../../../test/support/management.js';
import { generateProofSigner, hashAccessToken } from '../client-authentication/dpop-proof.fixture.js';
import { clientCall, SECRET, type Tokens } from '../in-process-auth.fixture.js';
import { descriptionOf, RECEIVER, useReceiverFixture } from './receiver.fixture.js';

const TYPE = SIGNALS.accountPurged;
const PUSH = 'urn:ietf:rfc:8935';

const receiver = useReceiverFixture();
const { auth: fixture, call, createStream, addEvent, poll, requestToken, verifySet } = receiver;

describe('requests of a receiver', () => {
  it('finds the endpoints in the public configuration, and gets a challenge without a token', async () => {
    const { issuer } = fixture.domain;
    const configuration = await fixture.send('/.well-known/ssf-configuration');
    const { status, headers } = await fixture.send('/ssf/stream');

    expect(configuration.json).toEqual({
      spec_version: '1_0',
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      delivery_methods_supported: [PUSH, 'urn:ietf:rfc:8936'],
      configuration_endpoint: `${issuer}/ssf/stream`,
      status_endpoint: `${issuer}/ssf/status`,
      add_subject_endpoint: `${issuer}/ssf/subject/add`,
      remove_subject_endpoint: `${issuer}/ssf/subject/remove`,
      verification_endpoint: `${issuer}/ssf/verify`,
      authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
      default_subjects: 'ALL',
    });
    expect([status, headers['www-authenticate']]).toEqual([401, `Bearer realm="${issuer}", DPoP realm="${issuer}"`]);
  });

  it('rejects a token of another domain, for another audience, or that was revoked', async () => {
    const other = await fixture.auth.domain();
    const foreign = await requestToken(await fixture.auth.client(other, RECEIVER), 'ssf.manage', other);
    const elsewhere = await requestToken(await fixture.client({ ...RECEIVER, audiences: ['https://api.example.com'] }));
    await fixture.post('/connect/revocation', { token: receiver.token }, { clientId: receiver.clientId, secret: SECRET });

    const answers = await Promise.all([foreign, elsewhere, receiver.token].map((each) => call('GET', '/ssf/stream', undefined, each)));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]!.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('rejects tokens of a deleted client, even if a client with the same id was created', async () => {
    const form = { grant_type: 'client_credentials', scope: 'ssf.manage', state: 'only oidc-provider answers this' };
    const other = await fixture.post('/connect/token', form, { clientId: receiver.clientId, secret: SECRET });
    const old = [receiver.token, (other.json as Tokens).access_token];
    const read = async (token: string) => (await call('GET', '/ssf/stream', undefined, token)).status;
    const before = await Promise.all(old.map(read));
    await fixture.recreateClient(receiver.clientId);

    expect(before).toEqual([200, 200]);
    expect(await Promise.all(old.map(read))).toEqual([401, 401]);
    expect(await read(await requestToken(receiver.clientId))).toBe(200);
  });

  it('allows ssf.read to read but not to change anything', async () => {
    const reading = await requestToken(receiver.clientId, 'ssf.read');
    const stream = await createStream();
    const answers = [
      await call('GET', `/ssf/status?stream_id=${stream}`, undefined, reading),
      await call('POST', `/ssf/poll/${stream}`, {}, reading),
      await call('DELETE', `/ssf/stream?stream_id=${stream}`, undefined, reading),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
    expect(answers[1]!.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  it('requires an unused proof for the bound token and this request', async () => {
    const [signer, other] = [await generateProofSigner(), await generateProofSigner()];
    const sent = clientCall(receiver.clientId, { grant_type: 'client_credentials', scope: 'ssf.manage' });
    const proof = await signer.prove(`${fixture.domain.issuer}/connect/token`);
    const answer = await fixture.send('/connect/token', { ...sent, headers: { ...sent.headers, DPoP: proof } });
    const bound = (answer.json as Tokens).access_token;
    const url = `${fixture.domain.issuer}/ssf/stream`;
    const claims = { htm: 'GET', ath: hashAccessToken(bound) };
    const get = async (scheme: string, dpop?: string) => {
      const headers = { Authorization: `${scheme} ${bound}`, ...(dpop !== undefined && { DPoP: dpop }) };
      return (await fixture.send('/ssf/stream', { headers })).status;
    };
    const valid = await signer.prove(url, claims);

    const statuses = [
      await get('DPoP', valid),
      await get('DPoP', valid),
      await get('Bearer'),
      await get('DPoP', await other.prove(url, claims)),
      await get('DPoP', await signer.prove(url, { htm: 'GET' })),
      await get('DPoP', await signer.prove(url, { ...claims, htm: 'POST' })),
    ];

    expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
  });
});

describe('streams of a receiver', () => {
  it('allows one stream per client, even for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '/ssf/stream', {})));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it('reports all violations of a stream together', async () => {
    const delivery = { method: PUSH, endpoint_url: 'https://10.0.0.1/', authorization_header: 'a\nb' };
    const answer = await call('POST', '/ssf/stream', { events_requested: [], description: 7, delivery });

    expect(descriptionOf(answer)).toEqual([
      400,
      'The body is invalid: description must be a string with at most 1000 characters without control characters; ' +
        'events_requested must be a list of 1 to 100 URIs of event types; ' +
        'delivery.endpoint_url points to an address that is not public; name an address with https that the whole Internet can reach; ' +
        'delivery.authorization_header must be a header value of at most 4096 ASCII characters.',
    ]);
  });

  it("changes only the body's properties by PATCH, all client properties by PUT, and nothing of the transmitter", async () => {
    const id = await createStream({ description: 'the first', events_requested: [TYPE, 'urn:example:unknown'] });
    const patched = await call('PATCH', '/ssf/stream', { stream_id: id, description: 'the second', events_delivered: [TYPE] });
    const replaced = await call('PUT', '/ssf/stream', { stream_id: id, events_requested: [TYPE] });
    const refused = await call('PATCH', '/ssf/stream', { stream_id: id, aud: 'other', iss: 'https://evil.example.com' });

    expect(patched.json).toMatchObject({ description: 'the second', events_requested: [TYPE, 'urn:example:unknown'] });
    expect(replaced.json).toEqual((await call('GET', `/ssf/stream?stream_id=${id}`)).json);
    expect(replaced.json).not.toHaveProperty('description');
    expect(descriptionOf(refused)).toEqual([400, 'The body is invalid: iss cannot be changed; aud cannot be changed.']);
  });

  it('pushes with a header that is stored encrypted, never shown, and sent only to its endpoint', async () => {
    const delivery = { method: PUSH, endpoint_url: 'https://rx.example.com/events' };
    const sent = { ...delivery, authorization_header: 'Bearer a-secret' };
    const created = await call('POST', '/ssf/stream', { delivery: sent });
    const { stream_id: id } = created.json as { stream_id: string };
    const readHeader = async () => {
      const [row] = await fixture.auth.rows.query<{ header: Buffer | null }>(
        'SELECT authorization_header AS header FROM ssf_stream WHERE id = $1',
        [id],
      );
      const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);
      return row!.header && encryptor.decrypt(row!.header, pushAuthorizationContext(fixture.domain.id, id)).toString();
    };
    const headers = [await readHeader()];
    const answers = [created];
    for (const [method, body] of [
      ['PATCH', { description: 'new' }],
      ['PUT', { delivery }],
      ['PATCH', { delivery: { ...delivery, endpoint_url: 'https://other.example.com/' } }],
      ['PATCH', { delivery: sent }],
      ['PATCH', { delivery: { ...delivery, authorization_header: null } }],
      ['PUT', {}],
    ] as const) {
      answers.push(await call(method, '/ssf/stream', { stream_id: id, ...body }));
      headers.push(await readHeader());
    }

    expect(headers).toEqual(['Bearer a-secret', 'Bearer a-secret', 'Bearer a-secret', null, 'Bearer a-secret', null, null]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200]);
    expect(answers[0]!.json).toEqual({
      stream_id: id,
      iss: fixture.domain.issuer,
      aud: receiver.clientId,
      events_supported: SIGNAL_TYPES,
      events_requested: SIGNAL_TYPES,
      events_delivered: SIGNAL_TYPES,
      delivery,
      min_verification_interval: 30,
    });
    expect(answers.map(({ text }) => text).join()).not.toContain('a-secret');
    expect(answers.at(-1)!.json).toMatchObject({ delivery: { method: 'urn:ietf:rfc:8936' } });
  });

  it('rejects polling a push stream, and pushes waiting events once it is enabled', async () => {
    const id = await createStream({ delivery: { method: PUSH, endpoint_url: 'https://rx.example.com/' } });
    await addEvent(id);
    const isDue = () => fixture.auth.rows.count('ssf_stream', `id = '${id}' AND next_attempt_at <= now()`);
    const counts = [];
    for (const status of ['paused', 'enabled']) {
      await call('POST', '/ssf/status', { stream_id: id, status });
      counts.push(await isDue());
    }
    await call('PATCH', '/ssf/stream', { stream_id: id, delivery: { method: 'urn:ietf:rfc:8936' } });
    counts.push(await isDue());

    expect([counts, Object.keys((await poll(id)).sets)]).toEqual([[0, 1, 0], [expect.any(String)]]);
    await call('PATCH', '/ssf/stream', { stream_id: id, delivery: { method: PUSH, endpoint_url: 'https://rx.example.com/' } });
    expect([descriptionOf(await call('POST', `/ssf/poll/${id}`, {})), await isDue()]).toEqual([
      [400, 'This stream pushes its events. PATCH its delivery to poll.'],
      1,
    ]);
  });

  it('pushes the verification event of a push stream', async () => {
    const id = await createStream({ delivery: { method: PUSH, endpoint_url: 'https://rx.example.com/' } });

    expect((await call('POST', '/ssf/verify', { stream_id: id })).status).toBe(204);

    expect(await fixture.auth.rows.count('ssf_stream', `id = '${id}' AND next_attempt_at <= now()`)).toBe(1);
  });

  it('hides a stream from other clients', async () => {
    const id = await createStream();
    await addEvent(id);
    const by = await requestToken(await fixture.client(RECEIVER));
    const subject = { format: 'iss_sub', iss: fixture.domain.issuer, sub: fixture.sub };
    const answers = await Promise.all([
      call('GET', `/ssf/stream?stream_id=${id}`, undefined, by),
      call('PATCH', '/ssf/stream', { stream_id: id }, by),
      call('PUT', '/ssf/stream', { stream_id: id }, by),
      call('DELETE', `/ssf/stream?stream_id=${id}`, undefined, by),
      call('GET', `/ssf/status?stream_id=${id}`, undefined, by),
      call('POST', '/ssf/status', { stream_id: id, status: 'disabled' }, by),
      call('POST', '/ssf/subject/add', { stream_id: id, subject }, by),
      call('POST', '/ssf/subject/remove', { stream_id: id, subject }, by),
      call('POST', '/ssf/verify', { stream_id: id }, by),
      call('POST', `/ssf/poll/${id}`, { returnImmediately: true }, by),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(Object.keys((await poll(id)).sets)).toHaveLength(1);
  });

  it.each<[string, string, object | undefined]>([
    ['PATCH', '/ssf/stream', { description: 'new' }],
    ['PUT', '/ssf/stream', { stream_id: null }],
    ['DELETE', '/ssf/stream', undefined],
    ['GET', '/ssf/status', undefined],
    ['POST', '/ssf/status', { status: 'disabled' }],
    ['POST', '/ssf/verify', {}],
  ])('requires stream_id: %s %s', async (method, path, body) => {
    await createStream();

    expect(descriptionOf(await call(method, path, body))).toEqual([400, expect.stringMatching(/^stream_id is missing/)]);
  });

  it('hides a stream from other domains', async () => {
    const id = await createStream();
    const other = await fixture.auth.domain();
    const by = await requestToken(await fixture.auth.client(other, RECEIVER), 'ssf.manage', other);
    const headers = { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' };
    const send = (method: string, path: string, body?: object) =>
      fixture.auth.send(other.name, path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const answers = await Promise.all([
      send('GET', `/ssf/stream?stream_id=${id}`),
      send('PATCH', '/ssf/stream', { stream_id: id, delivery: { method: PUSH, endpoint_url: 'https://evil.example.com/' } }),
      send('POST', '/ssf/status', { stream_id: id, status: 'disabled' }),
      send('POST', `/ssf/poll/${id}`, { returnImmediately: true }),
      send('DELETE', `/ssf/stream?stream_id=${id}`),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await call('GET', `/ssf/stream?stream_id=${id}`)).json).toMatchObject({ delivery: { method: 'urn:ietf:rfc:8936' } });
  });

  it('removes a stream with its events', async () => {
    const id = await createStream();
    await addEvent(id);

    expect((await call('DELETE', `/ssf/stream?stream_id=${id}`)).status).toBe(204);

    expect((await call('GET', '/ssf/stream')).json).toEqual([]);
    expect(await fixture.auth.rows.count('ssf_event', `stream_id = '${id}'`)).toBe(0);
  });

  it('sends a verification event with the state; the next verification must wait', async () => {
    const id = await createStream({ events_requested: [TYPE] });

    const verified = await call('POST', '/ssf/verify', { stream_id: id, state: 'a state' });
    const early = await call('POST', '/ssf/verify', { stream_id: id });

    expect([verified.status, early.status, Number(early.headers['retry-after']) > 0]).toEqual([204, 429, true]);
    const [set] = Object.values((await poll(id)).sets);
    const event = { type: STREAM_SIGNALS.verification, payload: { state: 'a state' } };
    expect(await verifySet(set!)).toMatchObject({ subject: { format: 'opaque', id }, ...event });
  });

  it('omits removed users, and reveals nothing about unknown ones', async () => {
    const id = await createStream();
    const subjectOf = (sub: string, iss = fixture.domain.issuer) => ({ stream_id: id, subject: { format: 'iss_sub', iss, sub } });
    const countRemoved = () => fixture.auth.rows.count('ssf_removed_subject', `stream_id = '${id}'`);

    const removals = [
      await call('POST', '/ssf/subject/remove', subjectOf(fixture.sub)),
      await call('POST', '/ssf/subject/remove', subjectOf('00000000-0000-4000-8000-000000000000')),
      await call('POST', '/ssf/subject/remove', subjectOf(fixture.sub, 'https://other.example.com')),
    ];
    const counts = [await countRemoved()];
    const added = await call('POST', '/ssf/subject/add', subjectOf(fixture.sub));
    counts.push(await countRemoved());

    expect([...removals, added].map(({ status }) => status)).toEqual([204, 204, 204, 200]);
    expect(counts).toEqual([1, 0]);
  });
});
