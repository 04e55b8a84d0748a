import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JWTPayload } from 'jose';
import { InProcessAuth, SECRET, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';
import type { Row } from '../../../../test/support/rows.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
  type AssertionKey,
} from './assertion/assertion.fixture.js';

const CLUSTER = 'https://kubernetes.default.svc.cluster.local';
const SUBJECT = 'system:serviceaccount:shop:orders';
/** The maximum number of log entries per minute. */
const MAX_FAILURES = 60;
/** Fewer than the refused tokens after which an address must wait. */
const FLOOD = 90;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-00`;

let auth: InProcessAuth;
let key: AssertionKey;
let stranger: AssertionKey;
let domain: ServedDomainOfTest;
/** Id of a client that authenticates with its own key; the other client is a workload. */
let payments: string;
let orders: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  [key, stranger] = await Promise.all([generateAssertionKey(), generateAssertionKey()]);
});

beforeEach(async () => {
  domain = await auth.domain(['ES256']);
  const jwks = { keys: [key.jwk] };
  payments = await newClient({ type: 'PrivateKeyJwt', jwks });
  orders = await newClient({ type: 'FederatedJwt', issuer: CLUSTER, subject: SUBJECT, jwks });
});

afterAll(() => auth.stop());

async function newClient(method: Row): Promise<string> {
  const client_id = await auth.client(domain, { grant_type: 'ClientCredentials', scope: 'read' });
  await storeAuthentication(auth, { domain_id: domain.id, client_id }, { methods: [{ jwks_uri: null, ...method }] });
  return client_id;
}

function post(assertion: string, parameters: Record<string, string> = {}, path = '/connect/token'): Promise<Answer> {
  const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...parameters };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Request-Id': 'request-1', traceparent: TRACEPARENT };
  return auth.send(domain.name, path, { method: 'POST', headers, body: new URLSearchParams(body).toString() });
}

const ownAssertion = (changes: JWTPayload = {}, signer = key) => signer.sign(assertionClaims(payments, domain, changes));
const workloadToken = (changes: JWTPayload = {}, signer = key) =>
  signer.sign(assertionClaims(payments, domain, { iss: CLUSTER, sub: SUBJECT, ...changes }));

/** The domain's log, oldest first. */
const readLog = () =>
  auth.rows.query<Row>(
    'SELECT type, actor_type, actor_id, request_id, trace_id, traceparent, sub, client_id, data FROM log_entry WHERE domain_id = $1 ORDER BY id',
    [domain.id],
  );

const entryOf = (clientId: string | null, reason: string): Row => ({
  type: 'token.client_authentication_failed',
  actor_type: 'service',
  actor_id: null,
  request_id: 'request-1',
  trace_id: TRACE_ID,
  traceparent: TRACEPARENT,
  sub: null,
  client_id: clientId,
  data: { reason },
});

describe('failed client authentications', () => {
  it.each(['/connect/token', '/connect/introspect', '/connect/revocation', '/connect/par'])(
    'logs a failure at %s for the domain, with client, request, trace and reason',
    async (path) => {
      const answers = [
        await post(await ownAssertion({}, stranger), {}, path),
        await post(await workloadToken({ aud: 'https://other.example.com' }), {}, path),
      ];

      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(await readLog()).toEqual([entryOf(payments, 'wrong-signature'), entryOf(orders, 'wrong-audience')]);
    },
  );

  it('logs a failure without a client if the domain knows the issuer of the token but not its subject', async () => {
    await post(await workloadToken({ sub: 'system:serviceaccount:shop:default' }));

    expect(await readLog()).toEqual([entryOf(null, 'unknown-subject')]);
  });

  it('logs a failure before the assertion is parsed for the client that the request names', async () => {
    const [assertion, client] = [await ownAssertion(), { client_id: payments }];

    await post(assertion, { ...client, client_secret: SECRET });
    await post(assertion, { ...client, client_assertion_type: 'other' });
    await post('no JWT', client);

    const reasons = ['several-methods', 'wrong-assertion-type', 'malformed-assertion'];
    expect(await readLog()).toEqual(reasons.map((reason) => entryOf(payments, reason)));
  });

  it('logs an unusable assertion without client_id for the client that it names', async () => {
    const assertion = await ownAssertion();
    const [header, ...rest] = assertion.split('.');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');

    await post([unsigned, ...rest].join('.'));
    await post([header, ...rest].join('.'), { client_assertion_type: 'other' });

    expect(await readLog()).toEqual([entryOf(payments, 'wrong-algorithm'), entryOf(payments, 'wrong-assertion-type')]);
  });

  it('does not log a failure that concerns no client of the domain', async () => {
    const answers = [
      await post(await ownAssertion({ iss: 'unknown', sub: 'unknown' })),
      await post(await workloadToken({ iss: 'https://other.example' })),
      await post('no JWT', { client_id: 'unknown' }),
      await post('no JWT', { client_id: 'with\0NUL' }),
      await post('no JWT'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(await readLog()).toEqual([]);
  });

  it('logs a failure only for its own domain, and never logs a success', async () => {
    const { domain: failed, assertion } = { domain, assertion: await ownAssertion({}, stranger) };
    domain = await auth.domain(['ES256']);
    await post(assertion);
    expect(await readLog()).toEqual([]);

    domain = failed;
    expect((await post(await ownAssertion())).status).toBe(200);
    expect(await readLog()).toEqual([]);
  });

  it('limits the entries per minute, and logs only the count of the others', async () => {
    const assertion = await workloadToken({}, stranger);

    const answers = await Promise.all(Array.from({ length: FLOOD }, () => post(assertion)));

    // The minute can end during the test.
    const { length } = await readLog();
    expect(length >= MAX_FAILURES && length <= 2 * MAX_FAILURES).toBe(true);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const [counted] = await auth.rows.query<{ sum: string }>('SELECT sum(points) FROM rate_limit WHERE key LIKE $1', [
      `domain:${domain.id}:failed-client-authentications:%`,
    ]);
    expect(Number(counted!.sum)).toBe(FLOOD);
  });

  it('rejects the client in the same way if the log write fails', async () => {
    await auth.rows.query('ALTER TABLE log_entry RENAME TO elsewhere');
    const answer = await post(await ownAssertion({}, stranger));
    await auth.rows.query('ALTER TABLE elsewhere RENAME TO log_entry');

    expect([answer.status, answer.json]).toEqual([401, { error: 'invalid_client', error_description: expect.stringMatching(/^no key/) }]);
    expect(await readLog()).toEqual([]);
  });
});
