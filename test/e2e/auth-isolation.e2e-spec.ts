import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, importJWK, compactVerify, jwtVerify, type JSONWebKeySet, type JWK } from 'jose';
import { issuerOf, type Auth } from '../support/auth.js';
import { registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { startStack, type Stack } from '../support/stack.js';

const DOMAINS = 50;

let stack: Stack;
let auth: Auth;
/** One client with the same id in each of many domains. */
let clients: ServiceClient[];

beforeAll(async () => {
  // Far fewer providers than domains, so most are rebuilt on request.
  stack = await startStack({ PROVIDER_POOL_SIZE: '3' });
  auth = stack.auth;
  clients = await Promise.all(Array.from({ length: DOMAINS }, () => registerServiceClient(stack.caller, { clientId: 'same' })));
}, 60_000);

afterAll(() => stack.stop());

/** The keys that sign access tokens. */
async function keysOf({ domain }: ServiceClient): Promise<JWK[]> {
  const { keys } = (await auth.send(domain, '/.well-known/jwks.json')).json as JSONWebKeySet;
  return keys.filter(({ alg }) => alg === 'ES256');
}

describe('two domains whose clients share an id', () => {
  it('accept only their own secret', async () => {
    const some = clients.slice(0, 8);
    const pairs = some.flatMap((client) => some.map((other) => ({ client, other })));

    const statuses = await Promise.all(pairs.map(async ({ client, other }) => (await auth.requestToken(client.domain, other)).status));

    expect(statuses).toEqual(pairs.map(({ client, other }) => (client === other ? 200 : 401)));
  });

  it('issue tokens that verify only with their own keys, whatever issuer a token names', async () => {
    const [one, other] = clients as [ServiceClient, ServiceClient];
    const [token, keys, otherKeys] = await Promise.all([auth.token(one.domain, one), keysOf(one), keysOf(other)]);

    await expect(jwtVerify(token, createLocalJWKSet({ keys }), { issuer: issuerOf(one.domain) })).resolves.toBeDefined();
    await expect(jwtVerify(token, createLocalJWKSet({ keys }), { issuer: issuerOf(other.domain) })).rejects.toThrow('iss');
    await expect(jwtVerify(token, createLocalJWKSet({ keys: otherKeys }))).rejects.toThrow('no applicable key');
    const disguised = otherKeys.map((key) => ({ ...key, kid: decodeProtectedHeader(token).kid! }));
    await expect(compactVerify(token, await importJWK(disguised[0]!))).rejects.toThrow('signature verification failed');
  });
});

describe('the keys of many domains', () => {
  it('have nothing in common', async () => {
    const keys = (await Promise.all(clients.map(keysOf))).flat();

    expect(keys).toHaveLength(DOMAINS);
    for (const part of ['kid', 'x', 'y'] as const) expect(new Set(keys.map((key) => key[part])).size).toBe(DOMAINS);
  });

  it('signed the tokens of their domain', async () => {
    const verified = await Promise.all(
      clients.map(async (client) => {
        const [token, keys] = await Promise.all([auth.token(client.domain, client), keysOf(client)]);
        return (await jwtVerify(token, createLocalJWKSet({ keys }))).payload.iss;
      }),
    );

    expect(verified).toEqual(clients.map(({ domain }) => issuerOf(domain)));
  });
});
