import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../auth.fixture.js';
import { codeGrant, codeRequest, SECRET, type Browser } from '../in-process-auth.fixture.js';

/** The channel on which each connection publishes its statements by name: see observed-statements.ts. */
const STATEMENTS = channel('tracing:latchkey:statement:start');
/** Batched writes, which belong to no request. */
const IN_BACKGROUND = /(secret|method)[-_]use|usage|active-users/i;

let names: string[] = [];
const record = (message: unknown): void => {
  const { name } = message as { name: string };
  if (!IN_BACKGROUND.test(name)) names.push(name);
};

// Subscribes before the fixture starts, because earlier connections publish nothing.
beforeAll(() => STATEMENTS.subscribe(record));

const fixture = useAuthFixture();
afterAll(() => STATEMENTS.unsubscribe(record));

let service: string;
let browser: Browser;

beforeAll(async () => {
  service = await fixture.client({ grant_type: 'ClientCredentials', client_type: 'Confidential', scope: 'orders', redirect_uris: null });
  browser = await fixture.signedInBrowser();
});

/** @returns the sorted statements of a request after others of its kind; some are sent concurrently */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  names = [];
  await request();
  return names.toSorted();
}

function authorize(): Promise<{ response: URL; verifier: string }> {
  const { request, verifier } = codeRequest(fixture.clientId, { scope: 'openid offline_access' });
  return browser.authorizeAs(request, { sub: fixture.sub }).then((response) => ({ response, verifier }));
}

describe('statements of a request, as in the table of docs/performance.md', () => {
  it('sends exactly these statements, each of which is a round trip', async () => {
    const grant = { grant_type: 'client_credentials' };
    const by = { clientId: service, secret: SECRET };
    const first = await authorize();
    const tokens = await fixture.requestTokens(codeGrant(first.response, first.verifier));
    const refresh = (token: string) => fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: token });
    const refreshed = await refresh(tokens.refresh_token);
    await fixture.post('/connect/token', { ...grant, state: 'a' }, by);
    await fixture.userinfo(tokens.access_token);
    let second!: Awaited<ReturnType<typeof authorize>>;
    let last!: Awaited<ReturnType<typeof refresh>>;

    const seen = {
      'token, fast path': await statementsOf(() => fixture.post('/connect/token', grant, by)),
      'token, by oidc-provider': await statementsOf(() => fixture.post('/connect/token', { ...grant, state: 'a' }, by)),
      authorize: await statementsOf(async () => (second = await authorize())),
      'code exchange': await statementsOf(() => fixture.requestTokens(codeGrant(second.response, second.verifier))),
      refresh: await statementsOf(async () => (last = await refresh(refreshed.refresh_token))),
      'introspection of a refresh token': await statementsOf(() => fixture.post('/connect/introspect', { token: last.refresh_token })),
      userinfo: await statementsOf(() => fixture.userinfo(tokens.access_token)),
      introspection: await statementsOf(() => fixture.post('/connect/introspect', { token: tokens.access_token })),
      revocation: await statementsOf(() => fixture.post('/connect/revocation', { token: tokens.access_token })),
      'pushed request': await statementsOf(() => fixture.post('/connect/par', codeRequest(fixture.clientId).request)),
      discovery: await statementsOf(() => fixture.send('/.well-known/openid-configuration')),
      'key set': await statementsOf(() => fixture.send('/.well-known/jwks.json')),
    };

    const revision = 'current-revisions';
    const expected = {
      'token, fast path': [revision],
      'token, by oidc-provider': [revision, revision],
      authorize: ['issued-tokens', 'put-session'],
      'code exchange': ['issued-tokens', 'redeem-payload'],
      refresh: ['issued-tokens', 'redeem-payload'],
      'introspection of a refresh token': ['issued-tokens'],
      userinfo: ['issued-tokens'],
      introspection: ['issued-tokens'],
      revocation: ['issued-tokens', 'delete-payloads-of-grant'],
      'pushed request': [revision, revision, 'WITH generate_series'],
      discovery: [revision],
      'key set': [revision],
    };
    expect(seen).toEqual(Object.fromEntries(Object.entries(expected).map(([path, statements]) => [path, statements.toSorted()])));
  });
});
