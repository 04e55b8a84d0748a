import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { startAuth, tokenCall, type Auth } from '../support/auth.js';
import { cliJson } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/http.js';
import { publishNextKey } from '../support/key-rotation.js';
import { startManagement, type StartedManagement } from '../support/management.js';
import { provisionClient, registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';
import { TokenLoad, type Tally } from '../support/token-load.js';

/** The pauses between requests on each connection of a load: one that watches for disturbances, and one whose client or keys change. */
const [STEADY_PAUSE_MS, PAUSE_MS] = [20, 2];
const CONNECTIONS = 2;
const POLL_OPTIONS = { intervalMs: 100 };

let stack: Stack;
let otherManagement: StartedManagement;
let replicas: Auth[];
/** A client of a domain that nothing happens to. */
let steady: ServiceClient;
/** The running loads of a test, which must stop even if the test fails. */
const loads: TokenLoad[] = [];

beforeAll(async () => {
  stack = await startStack();
  const settings = { BOOTSTRAP_API_KEY: stack.management.apiKey, WORKER: 'off' };
  const [auth, management] = await Promise.all([startAuth(stack.database.url), startManagement(stack.database.url, settings)]);
  otherManagement = management;
  replicas = [stack.auth, auth];
  steady = await registerServiceClient(stack.caller);
}, 60_000);

afterAll(async () => {
  await Promise.all([replicas[1]!.stop(), otherManagement.stop()]);
  await stack.stop();
});

/** Sends the same request to every replica, through the fast path and through oidc-provider, concurrently. */
function askEverywhere(client: ServiceClient, parameters: Record<string, string> = {}): Promise<Answer[]> {
  const plain = tokenCall(client, parameters);
  const calls = [plain, { ...plain, body: [plain.body as string] }];
  return Promise.all(replicas.flatMap((replica) => calls.map((call) => replica.send(client.domain, '/connect/token', call))));
}

function onlyOf<T>(values: readonly T[]): T {
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(1);
  return values[0]!;
}

/** The claims that all tokens issued now have in common. */
async function tokensNow(client: ServiceClient): Promise<object> {
  const answers = await askEverywhere(client);
  return onlyOf(
    answers.map(({ status, json }) => {
      if (status !== 200) return { status };
      const { access_token: token, expires_in: expiry } = json as { access_token: string; expires_in: number };
      const { scope, aud } = decodeJwt(token);
      return { scope, aud, expiry };
    }),
  );
}

/** The key that signed the token of an answer. */
function kidOf({ json }: Answer): string {
  return decodeProtectedHeader((json as { access_token: string }).access_token).kid!;
}

async function statusNow(client: ServiceClient): Promise<number> {
  return onlyOf((await askEverywhere(client)).map(({ status }) => status));
}

describe('a change that the management API has confirmed applies on every replica immediately', () => {
  const begin = (client: ServiceClient, pauseMs: number): TokenLoad => {
    const load = new TokenLoad(replicas, client, CONNECTIONS, pauseMs);
    loads.push(load);
    return load;
  };

  beforeEach(() => {
    begin(steady, STEADY_PAUSE_MS);
  });

  afterEach(async () => {
    const [others] = await Promise.all(loads.splice(0).map((load) => load.stop()));
    expect([...others!.statuses.keys()]).toEqual([200]);
  });

  it('to a client: scope, expiry, audiences', async () => {
    const client = await registerServiceClient(stack.caller);
    const own = begin(client, PAUSE_MS);
    for (let round = 1; round <= 8; round += 1) {
      const scope = round % 2 === 0 ? 'read' : 'read write';
      const audiences = [`urn:round:${round}`];
      await provisionClient(stack.caller, client.domain, { configuration: { scope, audiences, accessTokenExpiry: 60 + round } });

      expect(await tokensNow(client)).toEqual({ scope, aud: audiences[0], expiry: 60 + round });
    }
    expect([...(await own.stop()).statuses.keys()]).toEqual([200]);
  });

  it('when a client is removed and another takes its place', async () => {
    let client = await registerServiceClient(stack.caller);
    for (let round = 0; round < 4; round += 1) {
      expect(await statusNow(client)).toBe(200);

      await stack.caller.delete(`/v1/domain/${client.domain}/client/service`);
      expect(await statusNow(client)).toBe(401);

      const next = await provisionClient(stack.caller, client.domain);
      expect([await statusNow(client), await statusNow(next)]).toEqual([401, 200]);
      client = next;
    }
  });

  it('when a domain is deleted', async () => {
    const refused: Tally['statuses'] = new Map();
    for (let round = 0; round < 4; round += 1) {
      const client = await registerServiceClient(stack.caller);
      expect(await statusNow(client)).toBe(200);
      const own = begin(client, PAUSE_MS);

      expect((await stack.caller.delete(`/v1/domain/${client.domain}`)).status).toBe(204);
      const documents = ['/.well-known/openid-configuration', '/.well-known/jwks.json', '/connect/authorize'];
      const answers = await Promise.all(
        replicas.flatMap((replica) => [
          replica.requestToken(client.domain, client),
          ...documents.map((path) => replica.send(client.domain, path)),
        ]),
      );

      expect(onlyOf(answers.map(({ status }) => status))).toBe(404);
      for (const [status, count] of (await own.stop()).statuses) refused.set(status, (refused.get(status) ?? 0) + count);
    }
    expect([...refused.keys()].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  it('when a signing key is revoked', async () => {
    const client = await registerServiceClient(stack.caller);
    const own = begin(client, PAUSE_MS);
    const kidsNow = async () => (await askEverywhere(client)).map(kidOf);
    let kid = onlyOf(await kidsNow());
    for (let round = 0; round < 3; round += 1) {
      const revoked = (await cliJson(stack.database.url, 'signing-key', 'revoke', client.domain, kid)) as { replacedBy: string };
      const sets = await Promise.all(replicas.map((replica) => replica.send(client.domain, '/.well-known/jwks.json')));

      expect(onlyOf(await kidsNow())).toBe(revoked.replacedBy);
      expect(sets.filter(({ text }) => text.includes(kid) || !text.includes(revoked.replacedBy))).toEqual([]);
      kid = revoked.replacedBy;
    }
    expect([...(await own.stop()).statuses.keys()]).toEqual([200]);
  });

  it('when an API key is revoked', async () => {
    const { apiKey, name } = (await cliJson(stack.database.url, 'subscription', 'create', 'short-lived')) as {
      apiKey: string;
      name: string;
    };
    const [{ id }] = (await cliJson(stack.database.url, 'key', 'list', name)) as [{ id: string }];
    const ask = () =>
      Promise.all([stack.management, otherManagement].map(async (each) => (await each.as(apiKey).get('/v1/domain')).status));
    expect(await ask()).toEqual([200, 200]);

    await cliJson(stack.database.url, 'key', 'revoke', id);

    expect(await ask()).toEqual([401, 401]);
  });
});

describe('a next signing key', () => {
  /** The keys of access tokens. */
  const listKids = ({ keys }: JSONWebKeySet) => keys.filter(({ alg }) => alg === 'ES256').map(({ kid }) => kid!);
  const kidsNow = async (client: ServiceClient) => onlyOf((await askEverywhere(client)).map(kidOf));
  const publishedNow = async ({ domain }: ServiceClient) => {
    const sets = await Promise.all(replicas.map((replica) => replica.send(domain, '/.well-known/jwks.json')));
    const kids = onlyOf(sets.map(({ json }) => listKids(json as JSONWebKeySet).toSorted()));
    const maxAge = Number(/max-age=(\d+)/.exec(sets[0]!.headers['cache-control']!)![1]);
    return { kids, maxAge };
  };
  /** Moves the keys of a domain this many seconds into the past. */
  const pass = async ({ domain }: ServiceClient, seconds: number) => {
    const keys =
      'UPDATE signing_key SET signs_from = signs_from - make_interval(secs => $2), created_at = created_at - make_interval(secs => $2)';
    await sql(stack.database.url, `${keys} WHERE domain_id = (SELECT id FROM domain WHERE name = $1)`, [domain, seconds]);
    await sql(stack.database.url, `UPDATE domain SET revision = nextval('revision') WHERE name = $1`, [domain]);
  };

  it('is published immediately on all replicas and signs once no verifier can have an older cache; the old one stays published', async () => {
    const client = await registerServiceClient(stack.caller);
    const cached = await publishedNow(client);
    const [first] = cached.kids as [string];
    expect(await kidsNow(client)).toBe(first);

    const next = await publishNextKey(stack.database.url, client.domain);
    expect((await publishedNow(client)).kids).toEqual([first, next].toSorted());
    expect(await kidsNow(client)).toBe(first);

    // The longest time that a verifier may cache the keys.
    await pass(client, cached.maxAge);
    expect(cached.kids).toContain(await kidsNow(client));

    await pass(client, cached.maxAge + 1);
    expect(await kidsNow(client)).toBe(next);
    expect((await publishedNow(client)).kids).toEqual([first, next].toSorted());
  });

  it('starts signing on schedule, without a message to the replicas', async () => {
    const client = await registerServiceClient(stack.caller);
    const next = await publishNextKey(stack.database.url, client.domain);
    const before = await publishedNow(client);
    const { maxAge } = before;
    await pass(client, 2 * maxAge - 3);
    const seen = new Set<string>();

    await eventually(async () => {
      const answers = await askEverywhere(client);
      const kids = answers.map(kidOf);
      for (const kid of kids) seen.add(kid);
      return kids.every((kid) => kid === next);
    }, POLL_OPTIONS);

    expect([...seen].toSorted()).toEqual(before.kids);
    expect((await publishedNow(client)).kids).toEqual(before.kids);
  });
});
