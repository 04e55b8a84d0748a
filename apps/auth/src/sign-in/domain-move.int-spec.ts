import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenCall, type Credentials } from '../../../../test/support/auth.js';
import { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { send, type Answer, type Call } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { parseAuthorizationResponse, SignInFixture, type TestUser } from './sign-in.fixture.js';
import type { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';

const [USERS, CLIENTS, ENTRIES] = [200, 50, 300];
const CONNECTIONS = 2;
const PAUSE_MS = 10;
const MAX_FROZEN_MS = 2_000;
const CALLBACK = 'https://app.example.com/callback';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A proxy in front of two installations, of which one gets all requests. */
class Gateway {
  private readonly server: Server;

  constructor(private target: number) {
    this.server = createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onward = forward({ port: this.target, host: '127.0.0.1', method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
  }

  async ready(): Promise<void> {
    if (!this.server.listening) await once(this.server, 'listening');
  }

  switchTo(port: number): void {
    this.target = port;
  }

  send(domain: string, path: string, call: Call = {}): Promise<Answer> {
    const { port } = this.server.address() as AddressInfo;
    return send(`http://127.0.0.1:${port}${path}`, { ...call, headers: { Host: domain, ...call.headers } });
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let here: SignInFixture;
let there: SignInFixture;
let gateway: Gateway;
let jane: TestUser & { authenticator: SoftwareAuthenticator };
let service: Credentials;
/** What Jane's application had before the move. */
let before: { browser: CookieBrowser; refreshToken: string; accessToken: string };
let statuses: Record<string, number>;
let frozenMs: number;

beforeAll(async () => {
  [here, there] = (await Promise.all(
    [31, 32].map((byte) => SignInFixture.start({ MASTER_KEY: Buffer.alloc(32, byte).toString('base64'), WORKER: 'on' })),
  )) as [SignInFixture, SignInFixture];
  there.domain = here.domain;
  gateway = new Gateway(here.stack.auth.port);
  await gateway.ready();
  await here.createClient('shop', { scope: 'openid offline_access' });
  service = await createService();
  jane = await here.createUserWithPasskey('jane.doe.moves');
  await fill(here.domain);
  const browser = new CookieBrowser(gateway, here.domain);
  before = { browser, ...(await signIn(browser)) };
  await move();
}, 120_000);

afterAll(async () => {
  gateway.stop();
  await Promise.all([here.stop(), there.stop()]);
});

async function createService(): Promise<Credentials> {
  const client = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
  const { json } = await here.stack.caller.put(`/v1/domain/${here.domain}/client/service`, client);
  return { clientId: 'service', clientSecret: (json as { clientSecret: string }).clientSecret };
}

/** Makes a domain as large as a real one. */
async function fill(domain: string): Promise<void> {
  const run = (statement: string) => sql(here.stack.database.url, statement, [domain]);
  const id = '(SELECT id FROM domain WHERE name = $1)';
  await run(`INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
    SELECT ${id}, 0, 'local', 'user-' || n, 'user-' || n, jsonb_build_object('preferred_username', 'user-' || n, 'name', 'User ' || n)
    FROM generate_series(1, ${USERS}) AS n`);
  await run(`INSERT INTO passkey (domain_id, sub, credential_id, public_key, sign_count, transports, aaguid, backup_eligible, backed_up, name)
    SELECT domain_id, sub, uuid_send(gen_random_uuid()), '\\x00', 0, '{}', '00000000-0000-0000-0000-000000000000', false, false, 'Key'
    FROM end_user WHERE domain_id = ${id} AND username_key LIKE 'user-%'`);
  await run(`INSERT INTO client (domain_id, client_id, client_type, grant_type, scope)
    SELECT ${id}, 'client-' || n, 'Confidential', 'ClientCredentials', 'read' FROM generate_series(1, ${CLIENTS}) AS n`);
  await run(
    `INSERT INTO log_entry (domain_id, type, actor_type) SELECT ${id}, 'client.created', 'service' FROM generate_series(1, ${ENTRIES})`,
  );
}

/** Signs Jane in, and gets tokens for the code. */
async function signIn(browser: CookieBrowser): Promise<{ refreshToken: string; accessToken: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const parameters = { scope: 'openid offline_access', code_challenge: challenge };
  const page = await here.begin(browser, 'shop', parameters);
  const answer = await here.usePasskey(browser, page, jane.authenticator);
  const { code } = parseAuthorizationResponse(answer);
  const { json } = await requestTokens({ grant_type: 'authorization_code', code: code!, redirect_uri: CALLBACK, code_verifier: verifier });
  const { refresh_token: refreshToken, access_token: accessToken } = json as { refresh_token: string; access_token: string };
  return { refreshToken, accessToken };
}

function requestTokens(parameters: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: 'shop', ...parameters }).toString();
  return gateway.send(here.domain, '/connect/token', { method: 'POST', headers: FORM, body });
}

/** Requests tokens until it is stopped. @returns the statuses */
function startLoad(): () => Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  const load = { isRunning: true };
  const work = async (): Promise<void> => {
    while (load.isRunning) {
      const call = tokenCall(service);
      const status = await gateway.send(here.domain, '/connect/token', call).then(
        (answer) => answer.status,
        () => 'failed',
      );
      counted[status] = (counted[status] ?? 0) + 1;
      // One process has both installations, the proxy and the clients.
      await delay(PAUSE_MS);
    }
  };
  const workers = Array.from({ length: CONNECTIONS }, work);
  return async () => {
    load.isRunning = false;
    await Promise.all(workers);
    return counted;
  };
}

/**
 * Moves the domain, and before it two others as large, while clients get tokens. Of the three the fastest counts: services that run for a
 * while have compiled the code, and other test files take the cores at times.
 */
async function move(): Promise<void> {
  const { caller } = here.stack;
  const others = [await caller.registerDomain(), await caller.registerDomain()];
  for (const domain of others) await fill(domain);
  const key = Buffer.from((await there.stack.caller.get('/v1/domain-import/key')).text).toString('base64url');
  const stop = startLoad();
  const times: number[] = [];
  for (const domain of [...others, here.domain]) times.push(await moveDomain(domain, key));
  gateway.switchTo(there.stack.auth.port);
  frozenMs = Math.min(...times);
  await gateway.send(here.domain, '/connect/token', tokenCall(service));
  statuses = await stop();
}

/** Moves a domain as docs/moving.md describes. @returns the milliseconds in which it takes no changes */
async function moveDomain(domain: string, key: string): Promise<number> {
  const path = `/v1/domain/${domain}`;
  // Chains the log, so that little is left to do while the domain is frozen.
  await here.stack.caller.get(`${path}/log?limit=1`);
  const startedAt = performance.now();
  expect((await here.stack.caller.post(`${path}/freeze`)).status).toBe(204);
  expect(await pipe(`${path}/export?key=${key}`)).toBe(201);
  return performance.now() - startedAt;
}

/** Sends the file from one installation to the other as it is written. @returns the status of the import */
async function pipe(path: string): Promise<number> {
  const { management: source } = here.stack;
  const { management: target } = there.stack;
  const upload = forward(`${target.url}/v1/domain-import`, {
    method: 'POST',
    headers: { 'x-api-key': target.apiKey, 'Content-Type': 'application/x-ndjson' },
  });
  const answered = once(upload, 'response');
  forward(`${source.url}${path}`, { headers: { 'x-api-key': source.apiKey } }, (file) => file.pipe(upload)).end();
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}

describe('a domain that moves under load', () => {
  it('fails no token request', () => {
    expect(Object.keys(statuses)).toEqual(['200']);
    expect(statuses['200']).toBeGreaterThan(50);
  });

  it('takes no changes for at most two seconds', () => {
    expect(frozenMs).toBeLessThan(MAX_FROZEN_MS);
  });

  it('has everybody and every client there', async () => {
    const path = `/v1/domain/${here.domain}`;
    const [users, clients] = [await there.stack.caller.get(`${path}/user?limit=1`), await there.stack.caller.get(`${path}/client?limit=1`)];

    expect([users.headers['x-total-count'], clients.headers['x-total-count']]).toEqual([String(USERS + 1), String(CLIENTS + 2)]);
  });

  it('still knows the sessions of before', async () => {
    const answer = await here.begin(before.browser, 'shop');

    expect(parseAuthorizationResponse(answer)).toMatchObject({ code: expect.any(String) });
  });

  it('still refreshes the tokens of before', async () => {
    const { status, json } = await requestTokens({ grant_type: 'refresh_token', refresh_token: before.refreshToken });

    expect([status, json]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
  });

  it('still accepts the access tokens of before', async () => {
    const headers = { Authorization: `Bearer ${before.accessToken}` };

    const { status, json } = await gateway.send(here.domain, '/connect/userinfo', { headers });

    expect([status, json]).toEqual([200, expect.objectContaining({ sub: jane.sub })]);
  });

  it('still publishes the keys of before', async () => {
    const keys = await Promise.all([here, there].map(({ stack }) => stack.auth.send(here.domain, '/.well-known/jwks.json')));

    expect(keys[1]!.json).toEqual(keys[0]!.json);
  });

  it('signs in with the passkey of before', async () => {
    const { accessToken } = await signIn(new CookieBrowser(gateway, here.domain));

    expect(accessToken).toEqual(expect.any(String));
  });

  it('takes changes there, and none where it was', async () => {
    const path = `/v1/domain/${here.domain}/branding`;
    const stale = new CookieBrowser(here.stack.auth, here.domain);

    const [moved, left] = [await there.stack.caller.put(path, { name: 'Acme' }), await here.stack.caller.put(path, { name: 'Acme' })];
    const page = await here.begin(stale, 'shop');
    const refused = await here.stack.auth.send(here.domain, '/connect/token', {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'shop', refresh_token: before.refreshToken }).toString(),
    });

    expect([moved.status, left.status, page.status, refused.status]).toEqual([204, 503, 503, 503]);
    expect(refused.headers['retry-after']).toBe('2');
  });
});
