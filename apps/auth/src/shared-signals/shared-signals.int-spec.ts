import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SIGNALS, STREAM_SIGNALS } from '@latchkey/events';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import type { Answer } from '../../../../test/support/http.js';
import { useAuthSuite } from '../auth-suite.fixture.js';
import { generateProofSigner, hashAccessToken } from '../client-authentication/dpop-proof.fixture.js';
import { clientCall, SECRET, type ServedDomainOfTest, type Tokens } from '../in-process-auth.fixture.js';

const SERVICE = { grant_type: 'ClientCredentials', scope: 'ssf.manage ssf.read' };
const TYPE = SIGNALS.accountPurged;

const suite = useAuthSuite({ client: SERVICE });
let jwks: JSONWebKeySet;
let clientId: string;
let token: string;

beforeAll(async () => {
  jwks = (await suite.send('/.well-known/jwks.json')).json as JSONWebKeySet;
});

beforeEach(async () => {
  clientId = await suite.client(SERVICE);
  token = await requestToken(clientId);
});

async function requestToken(client: string, scope = 'ssf.manage', domain: ServedDomainOfTest = suite.domain): Promise<string> {
  const answer = await suite.auth.send(domain.name, '/connect/token', clientCall(client, { grant_type: 'client_credentials', scope }));
  return (answer.json as Tokens).access_token;
}

function call(method: string, path: string, body?: unknown, by = token): Promise<Answer> {
  const headers = { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' };
  return suite.send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function createStream(configuration: object = {}): Promise<string> {
  return ((await call('POST', '/ssf/stream', configuration)).json as { stream_id: string }).stream_id;
}

async function addEvent(stream: string): Promise<string> {
  const row = await suite.auth.rows.insert('ssf_event', { domain_id: suite.domain.id, stream_id: stream, subject: suite.sub });
  return row.id as string;
}

async function poll(stream: string, body: object = {}): Promise<{ sets: Record<string, string>; moreAvailable: boolean }> {
  return (await call('POST', `/ssf/poll/${stream}`, { returnImmediately: true, ...body })).json as never;
}

/** Verifies a token as a receiver does. */
async function verifySet(set: string): Promise<JWTPayload> {
  const requiredClaims = ['iat', 'jti', 'txn', 'sub_id', 'events'];
  const options = { issuer: suite.domain.issuer, audience: clientId, typ: 'secevent+jwt', requiredClaims };
  const { payload } = await jwtVerify(set, createLocalJWKSet(jwks), options);
  expect([Object.keys(payload['events'] as object).length, payload.sub, payload.exp]).toEqual([1, undefined, undefined]);
  return payload;
}

const descriptionOf = ({ status, json }: Answer) => [status, (json as { error_description: string }).error_description];

describe('a request of a receiver', () => {
  it('finds the endpoints in the public configuration, and gets a challenge without a token', async () => {
    const { issuer } = suite.domain;
    const configuration = await suite.send('/.well-known/ssf-configuration');
    const { status, headers } = await suite.send('/ssf/stream');

    expect(configuration.json).toMatchObject({ issuer, spec_version: '1_0', configuration_endpoint: `${issuer}/ssf/stream` });
    expect([status, headers['www-authenticate']]).toEqual([401, `Bearer realm="${issuer}", DPoP realm="${issuer}"`]);
  });

  it('is refused with a token of another domain, for another audience, or that was revoked', async () => {
    const other = await suite.auth.domain();
    const foreign = await requestToken(await suite.auth.client(other, SERVICE), 'ssf.manage', other);
    const elsewhere = await requestToken(await suite.client({ ...SERVICE, audiences: ['https://api.example.com'] }));
    await suite.post('/connect/revocation', { token }, { clientId, secret: SECRET });

    const answers = await Promise.all([foreign, elsewhere, token].map((each) => call('GET', '/ssf/stream', undefined, each)));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(answers[0]!.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('may read with ssf.read, and change nothing', async () => {
    const reading = await requestToken(clientId, 'ssf.read');
    const stream = await createStream();
    const answers = [
      await call('GET', `/ssf/status?stream_id=${stream}`, undefined, reading),
      await call('POST', `/ssf/poll/${stream}`, {}, reading),
      await call('DELETE', `/ssf/stream?stream_id=${stream}`, undefined, reading),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
    expect(answers[1]!.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  it('with a bound token needs an unused proof for this token and this request', async () => {
    const [signer, other] = [await generateProofSigner(), await generateProofSigner()];
    const sent = clientCall(clientId, { grant_type: 'client_credentials', scope: 'ssf.manage' });
    const proof = await signer.prove(`${suite.domain.issuer}/connect/token`);
    const answer = await suite.send('/connect/token', { ...sent, headers: { ...sent.headers, DPoP: proof } });
    const bound = (answer.json as Tokens).access_token;
    const url = `${suite.domain.issuer}/ssf/stream`;
    const claims = { htm: 'GET', ath: hashAccessToken(bound) };
    const get = async (scheme: string, dpop?: string) => {
      const headers = { Authorization: `${scheme} ${bound}`, ...(dpop !== undefined && { DPoP: dpop }) };
      return (await suite.send('/ssf/stream', { headers })).status;
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

describe('a stream', () => {
  it('is one for each client, of requests at the same time too', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', '/ssf/stream', {})));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });

  it('is refused with every fault at once', async () => {
    const answer = await call('POST', '/ssf/stream', { events_requested: [], description: 7, delivery: { method: 'urn:ietf:rfc:8935' } });

    expect(descriptionOf(answer)).toEqual([
      400,
      'The body has faults: description must be a string of at most 1000 characters without control characters; ' +
        'events_requested must be a list of 1 to 100 URIs of event types; ' +
        'delivery must have the method urn:ietf:rfc:8936, and no endpoint_url but that of the transmitter.',
    ]);
  });

  it('changes by PATCH what the body has, by PUT all that clients set, and nothing of the transmitter', async () => {
    const id = await createStream({ description: 'the first', events_requested: [TYPE, 'urn:example:unknown'] });
    const patched = await call('PATCH', '/ssf/stream', { stream_id: id, description: 'the second', events_delivered: [TYPE] });
    const replaced = await call('PUT', '/ssf/stream', { stream_id: id, events_requested: [TYPE] });
    const refused = await call('PATCH', '/ssf/stream', { stream_id: id, aud: 'other', iss: 'https://evil.example.com' });

    expect(patched.json).toMatchObject({ description: 'the second', events_requested: [TYPE, 'urn:example:unknown'] });
    expect(replaced.json).toEqual((await call('GET', `/ssf/stream?stream_id=${id}`)).json);
    expect(replaced.json).not.toHaveProperty('description');
    expect(descriptionOf(refused)).toEqual([400, 'The body has faults: iss cannot be changed; aud cannot be changed.']);
  });

  it('of another client does not exist', async () => {
    const id = await createStream();
    await addEvent(id);
    const by = await requestToken(await suite.client(SERVICE));
    const subject = { format: 'iss_sub', iss: suite.domain.issuer, sub: suite.sub };
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

  it('is removed with its events', async () => {
    const id = await createStream();
    await addEvent(id);

    expect((await call('DELETE', `/ssf/stream?stream_id=${id}`)).status).toBe(204);

    expect((await call('GET', '/ssf/stream')).json).toEqual([]);
    expect(await suite.auth.rows.count('ssf_event', `stream_id = '${id}'`)).toBe(0);
  });

  it('that is paused keeps events and returns none; one that is disabled drops them', async () => {
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

  it('is verified by an event about it with the state; the next verification must wait', async () => {
    const id = await createStream({ events_requested: [TYPE] });

    const verified = await call('POST', '/ssf/verify', { stream_id: id, state: 'a state' });
    const early = await call('POST', '/ssf/verify', { stream_id: id });

    expect([verified.status, early.status, Number(early.headers['retry-after']) > 0]).toEqual([204, 429, true]);
    const [set] = Object.values((await poll(id)).sets);
    const events = { [STREAM_SIGNALS.verification]: { state: 'a state' } };
    expect(await verifySet(set!)).toMatchObject({ sub_id: { format: 'opaque', id }, events });
  });

  it('can omit users; of an unknown user nothing is said', async () => {
    const id = await createStream();
    const subjectOf = (sub: string, iss = suite.domain.issuer) => ({ stream_id: id, subject: { format: 'iss_sub', iss, sub } });
    const countRemoved = () => suite.auth.rows.count('ssf_removed_subject', `stream_id = '${id}'`);

    const removals = [
      await call('POST', '/ssf/subject/remove', subjectOf(suite.sub)),
      await call('POST', '/ssf/subject/remove', subjectOf('00000000-0000-4000-8000-000000000000')),
      await call('POST', '/ssf/subject/remove', subjectOf(suite.sub, 'https://other.example.com')),
    ];
    const counts = [await countRemoved()];
    const added = await call('POST', '/ssf/subject/add', subjectOf(suite.sub));
    counts.push(await countRemoved());

    expect([...removals, added].map(({ status }) => status)).toEqual([204, 204, 204, 200]);
    expect(counts).toEqual([1, 0]);
  });
});

describe('a poll', () => {
  it('returns the events as verifiable tokens, in their order, until they are acknowledged', async () => {
    const id = await createStream();
    const ids = [await addEvent(id), await addEvent(id), await addEvent(id)];

    const first = await poll(id, { maxEvents: 2 });
    const again = await poll(id, { maxEvents: 2 });
    const rest = await poll(id, { ack: [ids[0]], setErrs: { [ids[1]!]: { err: 'invalid_request', description: 'no' } } });

    expect([Object.keys(first.sets), first.moreAvailable]).toEqual([ids.slice(0, 2), true]);
    expect(Object.keys(again.sets)).toEqual(ids.slice(0, 2));
    expect([Object.keys(rest.sets), rest.moreAvailable]).toEqual([ids.slice(2), false]);
    const sub_id = { format: 'iss_sub', iss: suite.domain.issuer, sub: suite.sub };
    expect(await verifySet(first.sets[ids[0]!]!)).toMatchObject({ jti: ids[0], sub_id, events: { [TYPE]: {} } });
    expect(await poll(id, { ack: [ids[2], 'nothing'] })).toEqual({ sets: {}, moreAvailable: false });
  });

  it('of two receivers at once returns the same to both, and acknowledging twice does no harm', async () => {
    const id = await createStream();
    const jti = await addEvent(id);

    const both = await Promise.all([poll(id), poll(id)]);
    await Promise.all([poll(id, { ack: [jti] }), poll(id, { ack: [jti] })]);

    expect(both.map(({ sets }) => Object.keys(sets))).toEqual([[jti], [jti]]);
    expect((await poll(id)).sets).toEqual({});
  });

  it('waits for an event, unless another poll follows it', async () => {
    const id = await createStream();
    const polls = [call('POST', `/ssf/poll/${id}`, {}), call('POST', `/ssf/poll/${id}`, {})];
    const superseded = await Promise.race(polls);
    const jti = await addEvent(id);
    const answers = (await Promise.all(polls)).map(({ json }) => Object.keys((json as { sets: object }).sets));

    expect(superseded.json).toEqual({ sets: {}, moreAvailable: false });
    expect(answers.toSorted()).toEqual([[], [jti]]);
  });

  it('is refused with every fault at once', async () => {
    const body = { maxEvents: -1, returnImmediately: 1, ack: [1], setErrs: { a: 1 } };

    expect(descriptionOf(await call('POST', `/ssf/poll/${await createStream()}`, body))).toEqual([
      400,
      'The body has faults: maxEvents must be an integer of 0 or more; returnImmediately must be true or false; ' +
        'ack must be a list of jti; setErrs must be an object of errors with err by jti.',
    ]);
  });
});
