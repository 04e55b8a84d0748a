import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { eventually } from '../../../../test/support/eventually.js';
import { send, type Answer } from '../../../../test/support/http.js';
import { parseAuthorizationResponse, SignInFixture } from './sign-in.fixture.js';

const CALLBACK = 'https://app.example.com/callback';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ROW = `FROM oidc_payload WHERE model = 'RefreshToken' AND consumed_at IS NULL`;

let fixture: SignInFixture;
let blocker: pg.Client;
let refreshToken: string;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  blocker = new pg.Client({ connectionString: fixture.stack.database.url });
  await blocker.connect();
  await fixture.createClient('shop', { scope: 'openid offline_access' });
  const { authenticator } = await fixture.createUserWithPasskey('jane.doe.slow');
  const browser = new CookieBrowser(fixture.stack.auth, fixture.domain);
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const page = await fixture.begin(browser, 'shop', { scope: 'openid offline_access', code_challenge: challenge });
  const { code } = parseAuthorizationResponse(await fixture.usePasskey(browser, page, authenticator));
  const answer = await requestTokens({ grant_type: 'authorization_code', code: code!, redirect_uri: CALLBACK, code_verifier: verifier });
  refreshToken = (answer.json as { refresh_token: string }).refresh_token;
}, 60_000);

afterAll(async () => {
  await blocker.end();
  await fixture.stop();
});

function requestTokens(parameters: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: 'shop', ...parameters }).toString();
  return send(`http://127.0.0.1:${fixture.stack.auth.port}/connect/token`, {
    method: 'POST',
    headers: { Host: fixture.domain, ...FORM },
    body,
  });
}

const refresh = () => requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
const freeze = () => fixture.stack.caller.post(`/v1/domain/${fixture.domain}/freeze`);
const thaw = () => fixture.stack.caller.delete(`/v1/domain/${fixture.domain}/freeze`);

async function waitForBlocked(): Promise<void> {
  await eventually(async () => {
    const { rows } = await blocker.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
}

it('a refresh that is too slow for the freeze is refused, uses nothing up, and is no longer written', async () => {
  await blocker.query(`BEGIN; SELECT ${ROW} FOR UPDATE`);
  const refreshing = refresh();
  await waitForBlocked();
  expect((await freeze()).status).toBe(204);
  const { rows: before } = await blocker.query(`SELECT count(*) FROM oidc_payload`);

  await blocker.query('COMMIT');
  const { status, json, headers } = await refreshing;

  expect([status, (json as { error: string }).error, headers['retry-after']]).toEqual([503, 'temporarily_unavailable', expect.any(String)]);
  expect((await blocker.query(`SELECT count(*) FROM oidc_payload`)).rows).toEqual(before);
  expect((await blocker.query(`SELECT ${ROW}`)).rows).toHaveLength(1);
  await thaw();
  expect((await refresh()).status).toBe(200);
});
