import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { tokenCall } from '../support/auth.js';
import { ExampleStack } from '../support/examples/example-stack.js';
import { pathOfExample } from '../support/examples/example.js';
import { replaceAll, runNginx } from '../support/nginx.js';
import type { ServerProgram } from '../support/relying-party/server-program.js';
import { freePort } from '../support/service-process.js';
import { makeTestFolder } from '../support/test-folder.mjs';

let stack: ExampleStack;
let folder: string;
let nginx: ServerProgram;
let gateway: string;

beforeAll(async () => {
  stack = await ExampleStack.start({ TRUST_PROXY: '127.0.0.1' });
  folder = makeTestFolder('gateway');
  // Its workers run as another user if it is started by root.
  chmodSync(folder, 0o755);
  const [port, api] = [await freePort(), await freePort()];
  const file = replaceAll(readFileSync(pathOfExample('nginx-gateway/gateway.conf'), 'utf8'), {
    'server 127.0.0.1:3001;': `server 127.0.0.1:${stack.stack.auth.port};`,
    '127.0.0.1:4005': `127.0.0.1:${port}`,
    '127.0.0.1:4006': `127.0.0.1:${api}`,
    [encodeURIComponent('http://localhost:3001')]: encodeURIComponent(stack.issuer),
  });
  nginx = await runNginx(file, { folder, port });
  gateway = `http://127.0.0.1:${port}`;
}, 60_000);

afterAll(async () => {
  await nginx?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  await stack?.stop();
});

async function call(headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const body = method === 'POST' ? { body: '{"item":"a desk"}' } : {};
  const response = await fetch(`${gateway}/orders?page=2`, { method, headers, ...body });
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const CALLER = '{"subject":"hello","client":"hello","scope":"read write"}\n';

describe('the nginx gateway of the examples', () => {
  it('tells the API who has called, whatever the caller says of itself', async () => {
    const token = await stack.token('read write');
    const forged = { 'x-auth-subject': 'root', 'x-auth-client': 'root', 'x-auth-scope': 'admin', 'x-forwarded-host': 'evil.example' };

    expect(await call({ ...bearer(token), ...forged })).toEqual({ status: 200, challenge: null, text: CALLER });
    expect(await call(bearer(token), 'POST')).toEqual({ status: 200, challenge: null, text: CALLER });
    // The connection to the auth server is kept: no part of a request with a body may be taken for the next one.
    expect(await call(bearer(token))).toEqual({ status: 200, challenge: null, text: CALLER });
  });

  it('refuses requests as RFC 6750 says: 401 without a valid token, 403 without the scope', async () => {
    const token = await stack.token('read');
    const realm = `realm="${stack.issuer}"`;

    expect(await call({})).toMatchObject({ status: 401, challenge: `Bearer ${realm}, DPoP ${realm}` });
    expect(await call(bearer(`${token.slice(0, -4)}AAAA`))).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    });
    expect(await call(bearer(token), 'POST')).toMatchObject({
      status: 403,
      challenge: expect.stringMatching(/error="insufficient_scope".*scope="write"/),
    });
  });

  it('refuses a token from the moment of its revocation', async () => {
    const token = await stack.token('read');
    const credentials = { clientId: 'hello', clientSecret: stack.clientSecret };
    const { headers } = tokenCall(credentials);
    const before = await call(bearer(token));
    await stack.stack.auth.send('localhost', '/connect/revocation', { method: 'POST', headers, body: `token=${token}` });

    expect([before.status, (await call(bearer(token))).status]).toEqual([200, 401]);
  });

  it('accepts a DPoP proof for the address that the caller has used, once', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) };
    const sign = (claims: object) =>
      new SignJWT({ jti: randomUUID(), ...claims }).setProtectedHeader(header).setIssuedAt().sign(privateKey);
    const asked = tokenCall({ clientId: 'hello', clientSecret: stack.clientSecret }, { scope: 'read write' });
    const proof = await sign({ htm: 'POST', htu: `${stack.issuer}/connect/token` });
    const { json } = await stack.stack.auth.send('localhost', '/connect/token', { ...asked, headers: { ...asked.headers, DPoP: proof } });
    const { access_token: token } = json as { access_token: string };
    const ath = createHash('sha256').update(token).digest('base64url');
    const prove = (htu: string) => sign({ htm: 'GET', htu, ath });
    const send = (dpop: string, headers = {}) => call({ authorization: `DPoP ${token}`, dpop, ...headers });
    const right = await prove(`${gateway}/orders`);

    expect(await send(right)).toEqual({ status: 200, challenge: null, text: CALLER });
    expect(await send(right)).toMatchObject({ status: 401, challenge: expect.stringMatching(/^DPoP .*invalid_dpop_proof/) });
    const stolen = await prove('https://stock.example.com/items');
    const forged = { 'x-forwarded-host': 'stock.example.com', 'x-forwarded-proto': 'https', 'x-forwarded-uri': '/items' };
    expect((await send(stolen, forged)).status).toBe(401);
  });
});
