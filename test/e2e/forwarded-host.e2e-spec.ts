import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth, type Auth } from '../support/auth.js';
import { startStack, type Stack } from '../support/stack.js';

const ZONE = 'covered.example';
const PATHS = [
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/.well-known/ssf-configuration',
  '/connect/token',
  '/connect/userinfo',
  '/connect/authorize?client_id=nobody',
  '/account',
  '/nothing',
];

let stack: Stack;
let behindProxy: Auth;
let [one, other, covered, deeper]: string[] = [];

beforeAll(async () => {
  stack = await startStack({ WORKER: 'off' });
  behindProxy = await startAuth(stack.database.url, {
    TRUST_PROXY: 'loopback',
    TRUST_FORWARDED_HOST: 'on',
    TLS_WILDCARD_ZONES: `other.example,${ZONE}`,
  });
  [one, other, covered, deeper] = await Promise.all(
    ['one.example', 'two.example', `shop.${ZONE}`, `a.shop.${ZONE}`].map((domain) => register(domain)),
  );
}, 120_000);

afterAll(async () => {
  await behindProxy?.stop();
  await stack.stop();
});

async function register(domain: string): Promise<string> {
  return ((await stack.caller.post('/v1/domain', { domain })).json as { domain: string }).domain;
}

describe('an auth server that reads X-Forwarded-Host', () => {
  it.each(PATHS)('declares that its answer at %s depends on the header', async (path) => {
    const answers = [
      await behindProxy.send(one!, path, { headers: { 'X-Forwarded-Host': other! } }),
      await behindProxy.send(one!, path),
      await behindProxy.send(one!, path, { headers: { 'X-Forwarded-Host': 'unknown.example' } }),
    ];

    for (const { headers } of answers) expect(headers.vary?.split(', ')).toContain('X-Forwarded-Host');
  });

  it('serves the domain in the header', async () => {
    const { json } = await behindProxy.send(one!, PATHS[0]!, { headers: { 'X-Forwarded-Host': other! } });

    expect(json).toMatchObject({ issuer: expect.stringContaining(other!) });
  });
});

describe('an auth server that ignores X-Forwarded-Host', () => {
  it.each(PATHS)('serves the domain in Host at %s, and does not depend on the header', async (path) => {
    const { headers } = await stack.auth.send(one!, path, { headers: { 'X-Forwarded-Host': other! } });

    expect(headers.vary ?? '').not.toMatch(/forwarded/i);
  });
});

describe('/tls/ask', () => {
  const ask = async (auth: Auth, host: string) => (await auth.send('127.0.0.1', `/tls/ask?domain=${host}`)).status;

  it('permits no certificate for a name that a wildcard certificate covers', async () => {
    const hosts = [one!, covered!, `${covered!.toUpperCase()}.`, deeper!, ZONE, `unknown.${ZONE}`, 'unknown.example'];

    expect(await Promise.all(hosts.map((host) => ask(behindProxy, host)))).toEqual([200, 404, 404, 200, 404, 404, 404]);
    expect(await Promise.all([one!, covered!, deeper!].map((host) => ask(stack.auth, host)))).toEqual([200, 200, 200]);
  });
});
