import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, type JWTPayload } from 'jose';
import { InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';
import { ASSERTION_TYPE, generateAssertionKey, storeAuthentication, type AssertionKey } from './assertion/assertion.fixture.js';

const CLUSTER = 'https://kubernetes.default.svc.cluster.local';
const SUBJECT = 'system:serviceaccount:shop:orders';
const HOUR = 3_600;

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let key: AssertionKey;
let orders: string;
/** The server that publishes an issuer's keys. */
let publisher: Server;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  key = await generateAssertionKey('RS256', 'cluster-key');
  orders = await clientOf({ issuer: CLUSTER, subject: SUBJECT, jwks: { keys: [key.jwk] } });
  publisher = createServer((request, response) => {
    const document = request.url === '/jwks' ? { keys: [key.jwk] } : { issuer: published(), jwks_uri: `${published()}/jwks` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
});

afterAll(async () => {
  publisher.close().closeAllConnections();
  await auth.stop();
});

const published = (): string => `http://127.0.0.1:${(publisher.address() as AddressInfo).port}`;

async function clientOf(method: object): Promise<string> {
  const clientId = await auth.client(domain, { grant_type: 'ClientCredentials', scope: 'read write' });
  await storeAuthentication(
    auth,
    { domain_id: domain.id, client_id: clientId },
    {
      methods: [{ type: 'FederatedJwt', jwks_uri: null, ...method }],
    },
  );
  return clientId;
}

/** A token such as Kubernetes projects into a pod. */
function projectToken(changes: JWTPayload = {}, signer = key): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const pod = { namespace: 'shop', pod: { name: 'orders-5d7c', uid: '5f1d' }, serviceaccount: { name: 'orders', uid: '0c7a' } };
  const times = { exp: now + HOUR, iat: now, nbf: now };
  return signer.sign({ aud: [domain.issuer], iss: CLUSTER, sub: SUBJECT, ...times, 'kubernetes.io': pod, ...changes });
}

function requestToken(assertion: string, parameters: Record<string, string> = {}): Promise<Answer> {
  const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...parameters };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return auth.send(domain.name, '/connect/token', { method: 'POST', headers, body: new URLSearchParams(body).toString() });
}

function clientOfToken({ json }: Answer): unknown {
  return decodeJwt((json as { access_token: string }).access_token)['client_id'];
}

describe('workload identities', () => {
  it("authenticates the client with the token's issuer and subject, with or without client_id, and accepts the token until it expires", async () => {
    const token = await projectToken();

    const answers = [await requestToken(token), await requestToken(token), await requestToken(token, { client_id: orders })];

    expect(answers.map(clientOfToken)).toEqual([orders, orders, orders]);
  });

  it.each([
    ['GitHub Actions', { iss: 'https://token.actions.githubusercontent.com', sub: 'repo:shop/orders:ref:refs/heads/main' }],
    ['SPIFFE', { iss: 'https://spire.shop.example', sub: 'spiffe://shop.example/ns/shop/sa/orders' }],
  ])('finds the client of %s by issuer and subject', async (_what, { iss, sub }) => {
    const clientId = await clientOf({ issuer: iss, subject: sub, jwks: { keys: [key.jwk] } });

    expect(clientOfToken(await requestToken(await projectToken({ iss, sub })))).toBe(clientId);
  });

  it('verifies a token with the keys that its issuer publishes', async () => {
    const [byDiscovery, byAddress] = [
      await clientOf({ issuer: published(), subject: 'discovered' }),
      await clientOf({ issuer: 'https://hidden.example', subject: 'by-address', jwks_uri: `${published()}/jwks` }),
    ];

    const answers = [
      await requestToken(await projectToken({ iss: published(), sub: 'discovered' })),
      await requestToken(await projectToken({ iss: 'https://hidden.example', sub: 'by-address' })),
    ];

    expect(answers.map(clientOfToken)).toEqual([byDiscovery, byAddress]);
  });

  it('authenticates another client once the issuer and subject belong to it', async () => {
    const [issuer, subject] = [CLUSTER, 'system:serviceaccount:shop:moved'];
    const before = await clientOf({ issuer, subject, jwks: { keys: [key.jwk] } });
    const token = await projectToken({ sub: subject });
    expect(clientOfToken(await requestToken(token))).toBe(before);

    await auth.rows.query('DELETE FROM client WHERE domain_id = $1 AND client_id = $2', [domain.id, before]);
    const between = await requestToken(token);
    const after = await clientOf({ issuer, subject, jwks: { keys: [key.jwk] } });

    expect([between.status, clientOfToken(await requestToken(token))]).toEqual([401, after]);
  });

  it.each<[string, JWTPayload, RegExp]>([
    ['for another audience', { aud: ['https://kubernetes.default.svc'] }, /^aud of client_assertion must be/],
    ['of another service account', { sub: 'system:serviceaccount:shop:default' }, /^the domain has no client/],
    ['of another cluster', { iss: 'https://other.example' }, /^the domain has no client/],
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - HOUR }, /has expired/],
    ['that is valid for a year', { exp: Math.floor(Date.now() / 1_000) + 365 * 24 * HOUR }, /at most 86400 seconds ahead/],
  ])('rejects a token %s', async (_what, claims, description) => {
    const { status, json } = await requestToken(await projectToken(claims));

    expect([status, json]).toEqual([401, { error: 'invalid_client', error_description: expect.stringMatching(description) }]);
  });

  it('rejects a token with a key that is not the cluster’s, or for another client', async () => {
    const stranger = await generateAssertionKey('RS256', 'cluster-key');
    const other = await auth.client(domain);

    const answers = [await requestToken(await projectToken({}, stranger)), await requestToken(await projectToken(), { client_id: other })];

    expect(answers.map(({ json }) => json)).toMatchObject([
      { error: 'invalid_client', error_description: expect.stringMatching(/^no key of the client verifies/) },
      { error: 'invalid_client', error_description: expect.stringMatching(/are different clients$/) },
    ]);
  });
});
