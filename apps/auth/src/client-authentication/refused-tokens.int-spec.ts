import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clientCall, codeRequest, InProcessAuth, SECRET, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';
import { MAX_REFUSED_TOKENS } from '../domain/refused-token-limit.service.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
  type AssertionKey,
} from './assertion/assertion.fixture.js';
import { generateProofSigner } from './dpop-proof.fixture.js';

let auth: InProcessAuth;
let key: AssertionKey;
let stranger: AssertionKey;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  [key, stranger] = await Promise.all([generateAssertionKey(), generateAssertionKey()]);
});

afterAll(() => auth.stop());

interface Sender {
  domain: ServedDomainOfTest;
  client: string;
}

type Send = (sender: Sender, by: AssertionKey) => Promise<Answer>;

const sendAssertion: Send = async ({ domain, client }, by) => {
  const assertion = await by.sign(assertionClaims(client, domain));
  const parameters = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
  return auth.send(domain.name, '/connect/token', clientCall(client, parameters, null));
};

const sendRequestObject: Send = async ({ domain, client }, by) => {
  const { request } = codeRequest(client);
  const claims = { ...request, iss: client, aud: domain.issuer, exp: Math.floor(Date.now() / 1_000) + 60 };
  const query = new URLSearchParams({ client_id: client, request: await by.sign(claims) });
  return auth.send(domain.name, `/connect/authorize?${query}`);
};

const sendProof: Send = async ({ domain, client }, by) => {
  const signer = await generateProofSigner();
  const proof = await signer.prove(`${domain.issuer}/connect/token`, {}, by === key ? {} : { typ: 'jwt' });
  const call = clientCall(client, { grant_type: 'client_credentials' }, SECRET);
  return auth.send(domain.name, '/connect/token', { ...call, headers: { ...call.headers, DPoP: proof } });
};

it.each<[string, object, Send]>([
  ['assertions', { grant_type: 'ClientCredentials', scope: 'read' }, sendAssertion],
  ['request objects', {}, sendRequestObject],
  ['DPoP proofs', { grant_type: 'ClientCredentials', scope: 'read' }, sendProof],
])('blocks %s from an address for a while after too many rejections', async (_what, columns, send) => {
  const domain = await auth.domain();
  const client = await auth.client(domain, columns as never);
  if (send !== sendProof) {
    const methods = [{ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [key.jwk] } }];
    await storeAuthentication(auth, { domain_id: domain.id, client_id: client }, { methods: methods as never });
  }
  const sender = { domain, client };
  const accepted = await send(sender, key);
  // Sequential, because rejections are counted when they occur. A proof that the fast path rejects counts on both paths.
  const statuses: number[] = [];
  for (let sent = 0; sent <= MAX_REFUSED_TOKENS; sent += 1) statuses.push((await send(sender, stranger)).status);

  const refused = await send(sender, key);

  expect(accepted.status).toBeLessThan(400);
  expect(statuses.at(0)).toBeLessThan(429);
  expect([statuses.at(-1), refused.status, Number(refused.headers['retry-after']) <= 60]).toEqual([429, 429, true]);
});
