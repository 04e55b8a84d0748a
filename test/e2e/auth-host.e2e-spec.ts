import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, issuerOf, startAuth, type Auth } from '../support/auth.js';
import { sendBytes, type Answer } from '../support/http.js';
import { provisionClient, type ServiceClient } from '../support/service-client.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';

let stack: Stack;
/** Who is trusted to set X-Forwarded-*: this test sends its requests from 127.0.0.1. */
let servers: Record<'off' | 'loopback' | 'another network', Auth>;
let client: ServiceClient;

beforeAll(async () => {
  stack = await startStack({ WORKER: 'off' });
  const [loopback, another] = await Promise.all([
    startAuth(stack.database.url, { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' }),
    startAuth(stack.database.url, { TRUST_PROXY: '10.0.0.0/8,2001:db8::/32', TRUST_FORWARDED_HOST: 'on' }),
  ]);
  servers = { off: stack.auth, loopback, 'another network': another };
  client = await provisionClient(stack.caller, await register('Bücher.example'), { clientId: 'service' });
});

afterAll(async () => {
  await Promise.all([servers.loopback.stop(), servers['another network'].stop()]);
  await stack.stop();
});

async function register(name: string): Promise<string> {
  return ((await stack.caller.post('/v1/domain', { domain: name })).json as { domain: string }).domain;
}

/** The addresses of a domain, with one request for each kind. */
const ADDRESSES: Record<string, { path: string; method?: string; secret?: string; status: number }> = {
  discovery: { path: '/.well-known/openid-configuration', status: 200 },
  'the other discovery': { path: '/.well-known/oauth-authorization-server', status: 200 },
  'the key set': { path: '/.well-known/jwks.json', status: 200 },
  'a token': { path: '/connect/token', method: 'POST', status: 200 },
  'a refusal': { path: '/connect/token', method: 'POST', secret: 'wrong', status: 401 },
  'a wrong authorization request': { path: '/connect/authorize?client_id=service', status: 400 },
  'no address': { path: '/connect/nothing', status: 404 },
  'a wrong method': { path: '/connect/token', method: 'PUT', status: 405 },
};

type Address = (typeof ADDRESSES)[string];

interface Naming {
  how: string;
  headers: readonly string[];
  asked?: Asked & { of?: keyof typeof servers };
}

interface Asked {
  server?: Auth;
  /** Goes before the path: the absolute form. */
  authority?: string;
  version?: string;
}

/** Sends a request with exactly these headers. */
function ask({ path, method = 'GET', secret }: Address, headers: readonly string[], asked: Asked = {}): Promise<Answer> {
  const { server = servers.off, authority = '', version = '1.1' } = asked;
  const body = 'grant_type=client_credentials';
  const credentials = basic({ ...client, clientSecret: secret ?? client.clientSecret });
  const form = [`Authorization: ${credentials}`, 'Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`];
  const lines = [`${method} ${authority}${path} HTTP/${version}`, ...headers, 'X-Request-Id: same', 'Connection: close'];
  const all = method === 'GET' ? lines : [...lines, ...form];
  return sendBytes(server.port, `${all.join('\r\n')}\r\n\r\n${method === 'GET' ? '' : body}`);
}

/** The host that a refusal names, if it is a valid one. */
const NAMED_HOST = /No active domain has the host [a-z0-9.-]+\.|The request does not name a valid host\./;

/** The parts of an answer that do not always differ: only the issuer and audience of a token, and a refusal without its host. */
function lasting({ status, headers, text, json }: Answer): object {
  const token = (json as { access_token?: string } | undefined)?.access_token;
  const { iss, aud } = JSON.parse(token ? Buffer.from(token.split('.')[1]!, 'base64url').toString() : '{}') as {
    iss?: string;
    aud?: string;
  };
  const { date: _date, 'content-length': _length, ...others } = headers;
  // For a server that reads X-Forwarded-Host, because its answer depends on that header.
  const vary = others.vary?.replace(/(, )?X-Forwarded-Host$/, '') || undefined;
  return { status, headers: { ...others, vary }, ...(token ? { iss, aud } : { text: text.replace(NAMED_HOST, 'unknown') }) };
}

const EVIL = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: gopher',
  'X-Forwarded-Port: 1',
  'X-Forwarded-For: 10.0.0.1',
  'Forwarded: host=evil.example;proto=gopher;for=10.0.0.1',
  'X-Host: evil.example',
  'X-Original-Host: evil.example',
  'X-Original-URL: http://evil.example/',
  'X-HTTP-Method-Override: DELETE',
];

const GOOD: Naming[] = [
  { how: 'in upper case', headers: ['Host: XN--BCHER-KVA.EXAMPLE'] },
  { how: 'with a dot at its end', headers: ['Host: xn--bcher-kva.example.'] },
  { how: 'with an empty port', headers: ['Host: xn--bcher-kva.example:'] },
  { how: 'with a port', headers: ['Host: xn--bcher-kva.example:1'] },
  { how: 'with headers of an untrusted proxy', headers: ['Host: xn--bcher-kva.example', ...EVIL] },
  {
    how: 'with headers of a proxy of another network',
    headers: ['Host: xn--bcher-kva.example', ...EVIL],
    asked: { of: 'another network' },
  },
  {
    how: 'behind a proxy that is trusted',
    headers: ['Host: evil.example', 'X-Forwarded-Host: xn--bcher-kva.example', ...EVIL.slice(1)],
    asked: { of: 'loopback' },
  },
  {
    how: 'in absolute form, whatever Host says',
    headers: ['Host: evil.example'],
    asked: { authority: 'http://xn--bcher-kva.example:8080' },
  },
  { how: 'in HTTP/1.0', headers: ['Host: xn--bcher-kva.example'], asked: { version: '1.0' } },
];

const BAD: Naming[] = [
  { how: 'with a label before it', headers: ['Host: www.xn--bcher-kva.example'] },
  { how: 'without its first character', headers: ['Host: n--bcher-kva.example'] },
  { how: 'that is empty', headers: ['Host: '] },
  { how: 'in Unicode', headers: [`Host: ${Buffer.from('bücher.example').toString('latin1')}`] },
  { how: 'that is an IPv6 address', headers: ['Host: [::1]'] },
  { how: 'that is the address of the socket', headers: ['Host: 127.0.0.1'] },
  { how: 'that is a list', headers: ['Host: xn--bcher-kva.example, evil.example'] },
  { how: 'with a user', headers: ['Host: evil@xn--bcher-kva.example'] },
  {
    how: 'in absolute form for another, whatever Host says',
    headers: ['Host: xn--bcher-kva.example'],
    asked: { authority: 'http://evil.example' },
  },
  { how: 'absent, in HTTP/1.0', headers: [], asked: { version: '1.0' } },
  { how: 'of another behind a proxy that is trusted', headers: ['Host: xn--bcher-kva.example', ...EVIL], asked: { of: 'loopback' } },
  {
    how: 'for an unknown host, forwarded by an untrusted proxy',
    headers: ['Host: evil.example', 'X-Forwarded-Host: xn--bcher-kva.example'],
  },
];

function askAll(headers: readonly string[], asked: Naming['asked']): Promise<Answer[]> {
  const server = servers[asked?.of ?? 'off'];
  return Promise.all(Object.values(ADDRESSES).map((address) => ask(address, headers, { ...asked, server })));
}

describe('the host of a domain', () => {
  it('is the only published host, and matches the issuer', async () => {
    const answers = await askAll(['Host: xn--bcher-kva.example'], {});

    expect(answers.map(({ status }) => status)).toEqual(Object.values(ADDRESSES).map(({ status }) => status));
    const published = answers.flatMap((answer) => JSON.stringify(lasting(answer)).match(/https?:\/\/[^/"\\]*/g) ?? []);
    expect(published.length).toBeGreaterThan(10);
    expect(new Set(published)).toEqual(new Set([issuerOf('xn--bcher-kva.example')]));
  });

  it.each(GOOD)('is recognized and gets the usual answers: $how', async ({ headers, asked }) => {
    const usual = await askAll(['Host: xn--bcher-kva.example'], {});

    expect((await askAll(headers, asked)).map(lasting)).toEqual(usual.map(lasting));
  });

  it.each(BAD)('is not recognized: $how', async ({ headers, asked }) => {
    const answers = await askAll(headers, asked);

    const never = await askAll(['Host: never.example'], {});
    expect(answers.map(lasting)).toEqual(never.map(lasting));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  });

  it.each([
    { what: 'none', headers: [] },
    { what: 'the same twice', headers: ['Host: xn--bcher-kva.example', 'Host: xn--bcher-kva.example'] },
    { what: 'two', headers: ['Host: xn--bcher-kva.example', 'host: evil.example'] },
  ])('must be sent exactly once in HTTP/1.1: $what is refused', async ({ headers }) => {
    const answers = await Promise.all(Object.values(ADDRESSES).map((address) => ask(address, headers)));

    const problem = { status: 400, type: '/problems/invalid-request' };
    expect(answers.map(({ json }) => json)).toEqual(answers.map(() => expect.objectContaining(problem)));
  });
});

describe('a domain that is not served', () => {
  const deactivate = `UPDATE domain SET status = $2, verified_at = CASE WHEN $2 = 'deleting' THEN verified_at END, revision = nextval('revision')
                      WHERE name = $1`;

  it.each<[string, (name: string) => Promise<unknown>]>([
    ['whose ownership is not proved', (name) => sql(stack.database.url, deactivate, [name, 'pending'])],
    ['whose proof failed', (name) => sql(stack.database.url, deactivate, [name, 'failed'])],
    ['that is being deleted', (name) => stack.caller.delete(`/v1/domain/${name}`)],
    [
      'that is gone',
      async (name) => {
        const rows = `(SELECT id FROM domain WHERE name = $1)`;
        for (const table of ['client_secret_use', 'client_secret', 'client', 'log_checkpoint', 'log_chain', 'log_entry', 'signing_key']) {
          await sql(stack.database.url, `DELETE FROM ${table} WHERE domain_id = ${rows}`, [name]);
        }
        await sql(stack.database.url, 'DELETE FROM domain WHERE name = $1', [name]);
      },
    ],
  ])('answers immediately like an unknown domain at every address: %s', async (_which, end) => {
    const name = await register(`d${Math.random().toString(36).slice(2)}.example`);
    await provisionClient(stack.caller, name);
    const host = [`Host: ${name}`];
    // By now every kind of data of a domain has been stored.
    expect((await askAll(host, {})).map(({ status }) => status)).not.toContain(500);
    expect((await ask(ADDRESSES['discovery']!, host)).status).toBe(200);

    await end(name);

    const never = await askAll(['Host: never.example'], {});
    expect((await askAll(host, {})).map(lasting)).toEqual(never.map(lasting));
    expect(new Set(never.map(({ status, headers }) => `${status} ${headers['content-type']}`))).toEqual(
      new Set(['404 application/problem+json; charset=utf-8']),
    );
  });
});
