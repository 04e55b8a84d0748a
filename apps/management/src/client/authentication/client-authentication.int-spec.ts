import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { kindOf, type Answer } from '../../../../../test/support/http.js';
import type { Caller } from '../../../../../test/support/management.js';
import { provisionClient, type ServiceClient } from '../../../../../test/support/service-client.js';
import { sql } from '../../../../../test/support/sql.js';
import { startStack, type Stack } from '../../../../../test/support/stack.js';

const PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SECRET = { type: 'ClientSecret' };
const KEYS = { type: 'PrivateKeyJwt', jwks: { keys: [{ ...PAIR.publicKey.export({ format: 'jwk' }), kid: 'one' }] } };
const WORKLOAD = { type: 'FederatedJwt', issuer: 'https://cluster.example', subject: 'system:serviceaccount:shop:orders', jwks: KEYS.jwks };
const CERTIFICATE = { type: 'TlsClientAuth', subjectDn: 'CN=orders,O=Shop' };
const DEFAULT = { methods: [{ type: 'ClientSecret', lastUsedAt: null }], senderConstraint: null, profile: null };
const PUBLIC = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' };

let stack: Stack;
let caller: Caller;
let client: ServiceClient;
let clients: string;
let path: string;

beforeAll(async () => {
  stack = await startStack({ WORKER: 'off' });
  ({ caller } = stack);
});

afterAll(() => stack.stop());

beforeEach(async () => {
  client = await provisionClient(caller, await caller.registerDomain());
  clients = `/v1/domain/${client.domain}/client`;
  path = `${clients}/${client.clientId}/authentication`;
});

function put(methods: object[], rest: object = {}, at = path): Promise<Answer> {
  return caller.put(at, { methods, ...rest });
}

async function requestToken(clientSecret = client.clientSecret): Promise<number[]> {
  const fast = await stack.auth.requestToken(client.domain, { ...client, clientSecret });
  // A form with an unknown parameter does not take the fast path.
  const full = await stack.auth.requestToken(client.domain, { ...client, clientSecret }, { unknown: 'x' });
  return [fast.status, full.status];
}

async function readLog(type: string): Promise<unknown[]> {
  const { json } = await caller.get(`/v1/domain/${client.domain}/log?type=${type}`);
  return (json as { client: string; data: { changed?: string[] } }[]).map((entry) => [entry.client, entry.data.changed]);
}

describe('client authentication documents', () => {
  it("default to what the client's type permits", async () => {
    await caller.put(`${clients}/app`, PUBLIC);

    expect((await caller.get(path)).json).toEqual(DEFAULT);
    expect((await caller.get(`${clients}/app/authentication`)).json).toEqual({ ...DEFAULT, methods: [] });
    expect(kindOf(await caller.get(`${clients}/ghost/authentication`))).toBe('404 /problems/client-not-found');
  });

  it('are created, replaced and returned as sent; DELETE restores the default', async () => {
    const methods = [SECRET, KEYS, WORKLOAD, CERTIFICATE];
    expect(await put(methods, { senderConstraint: 'DPoP' })).toMatchObject({ status: 201, text: '' });
    expect((await caller.get(path)).json).toEqual({
      methods: methods.map((method) => ({ ...method, lastUsedAt: null })),
      senderConstraint: 'DPoP',
      profile: null,
    });

    expect(await put([CERTIFICATE, KEYS], { profile: 'FAPI2' })).toMatchObject({ status: 204, text: '' });
    expect((await caller.get(path)).json).toMatchObject({ methods: [CERTIFICATE, KEYS], senderConstraint: null, profile: 'FAPI2' });

    expect(await caller.delete(path)).toMatchObject({ status: 204, text: '' });
    expect((await caller.get(path)).json).toEqual(DEFAULT);
    expect((await caller.delete(path)).status).toBe(204);
    expect(await readLog('client.authentication.updated')).toEqual([
      ['service', ['methods', 'senderConstraint', 'profile']],
      ['service', ['methods', 'senderConstraint', 'profile']],
    ]);
    expect(await readLog('client.authentication.deleted')).toEqual([['service', undefined]]);
  });

  it('keep their revision if nothing changes', async () => {
    const readRevision = () =>
      sql(stack.database.url, 'SELECT revision FROM client WHERE client_id = $1 ORDER BY revision DESC LIMIT 1', ['service']);
    await put([SECRET, KEYS]);
    const before = await readRevision();

    expect((await put([SECRET, KEYS], { senderConstraint: null })).status).toBe(204);

    expect(await readRevision()).toEqual(before);
  });

  it('contain only a sender constraint and a profile for a public client', async () => {
    await caller.put(`${clients}/app`, PUBLIC);
    const at = `${clients}/app/authentication`;

    expect((await put([], { senderConstraint: 'DPoP' }, at)).status).toBe(201);
    expect((await put([SECRET], {}, at)).json).toMatchObject({ errors: [{ pointer: '/methods' }] });
    expect((await caller.get(at)).json).toEqual({ methods: [], senderConstraint: 'DPoP', profile: null });
  });

  it("are created once with If-None-Match: *, and changed with the default's ETag", async () => {
    const headers = { 'Content-Type': 'application/json' };
    const send = (methods: object[], condition: object) =>
      caller.send(path, { method: 'PUT', headers: { ...headers, ...condition }, body: JSON.stringify({ methods }) });
    const { etag } = (await caller.get(path)).headers as { etag: string };

    expect((await send([SECRET, KEYS], { 'If-Match': etag })).status).toBe(201);
    await caller.delete(path);

    const answers = await Promise.all([send([KEYS], { 'If-None-Match': '*' }), send([CERTIFICATE], { 'If-None-Match': '*' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412]);
  });
});

describe('invalid authentication documents', () => {
  it('are rejected with all errors, and nothing changes', async () => {
    const answer = await put([{ type: 'ClientSecret', jwks: {} }, { type: 'TlsClientAuth' }], { profile: 'X', more: 1 });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect((answer.json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/more',
      '/methods/0/jwks',
      '/methods/1',
      '/profile',
    ]);
    expect((await caller.get(path)).json).toEqual(DEFAULT);
  });

  it('are rejected with a private key, which appears neither in the response nor in a log', async () => {
    const jwk = PAIR.privateKey.export({ format: 'jwk' });
    const { status, text } = await put([{ ...KEYS, jwks: { keys: [jwk] } }]);

    expect([status, text]).toEqual([400, expect.stringContaining('"/methods/0/jwks/keys/0/d"')]);
    expect(text).not.toContain(jwk.d);
    expect(JSON.stringify([stack.management.events, (await caller.get(`/v1/domain/${client.domain}/log`)).json])).not.toContain(jwk.d);
  });

  it('conflict if they contain the workload of another client', async () => {
    await put([WORKLOAD]);
    await provisionClient(caller, client.domain, { clientId: 'other' });

    const answer = await put([WORKLOAD], {}, `${clients}/other/authentication`);

    expect(kindOf(answer)).toBe('409 /problems/client-conflict');
    expect((await caller.get(`${clients}/other/authentication`)).json).toEqual(DEFAULT);
    expect((await put([WORKLOAD, SECRET])).status).toBe(204);
  });
});

describe('client secrets and authentication documents', () => {
  it('accepts the secret while the document lists ClientSecret', async () => {
    await put([SECRET, KEYS]);

    expect(await requestToken()).toEqual([200, 200]);
  });

  it('rejects the secret on every path without ClientSecret; ClientSecret allows a new one', async () => {
    expect(await requestToken()).toEqual([200, 200]);

    await put([KEYS]);

    expect(await requestToken()).toEqual([401, 401]);
    expect((await caller.get(`${clients}/service/secret`)).json).toEqual([]);
    expect(kindOf(await caller.post(`${clients}/service/secret`))).toBe('409 /problems/client-conflict');

    await put([KEYS, SECRET]);
    expect(await requestToken()).toEqual([401, 401]);
    const { json } = await caller.post(`${clients}/service/secret`);
    expect(await requestToken((json as { clientSecret: string }).clientSecret)).toEqual([200, 200]);
  });
});
