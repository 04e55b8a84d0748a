import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExampleStack } from '../support/examples/example-stack.js';
import { ExampleApi, pathOfExample, runExample } from '../support/examples/example.js';

const ORDERS = '{"orders":[{"id":1,"item":"a lamp"}],"askedBy":"hello"}';
const COMPILER = ['node_modules/typescript/bin/tsc', '--noCheck', '--project', pathOfExample('nestjs-api')];

let stack: ExampleStack;
let express: ExampleApi;
let nest: ExampleApi;

beforeAll(async () => {
  [stack] = await Promise.all([ExampleStack.start(), runExample(process.execPath, COMPILER, {})]);
  [express, nest] = await Promise.all([
    ExampleApi.start('express-api/server.mjs', stack.issuer),
    ExampleApi.start('nestjs-api/dist/main.js', stack.issuer),
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all([express?.stop(), nest?.stop(), stack?.stop()]);
});

describe.each([
  ['Express', () => express],
  ['NestJS', () => nest],
])('the example of an API with %s', (_name, api) => {
  async function call(method: 'GET' | 'POST', token?: string): Promise<{ status: number; challenge: string | null; body: string }> {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const response = await fetch(api().orders, { method, headers, ...(method === 'POST' && { body: '{"item":"a desk"}' }) });
    return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.text() };
  }

  it('answers a request whose token has the scope', async () => {
    expect(await call('GET', await stack.token('read'))).toEqual({ status: 200, challenge: null, body: ORDERS });
    const write = await stack.token('write');
    expect(await call('POST', write)).toMatchObject({ status: 201, body: '{"id":2,"item":"a desk"}' });
    expect((await fetch(api().orders, { method: 'POST', headers: { authorization: `Bearer ${write}` } })).status).toBe(400);
  });

  it('refuses one without a token, with another text, with a changed token, and without the scope', async () => {
    const token = await stack.token('read');
    const changed = `${token.slice(0, -4)}AAAA`;

    expect(await call('GET')).toMatchObject({ status: 401, challenge: 'Bearer' });
    expect(await call('GET', 'text')).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(await call('GET', changed)).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(await call('POST', token)).toMatchObject({ status: 403, challenge: 'Bearer error="insufficient_scope", scope="write"' });
  });
});

describe('the example of a service', () => {
  const environment = () => ({ ISSUER: stack.issuer, CLIENT_SECRET: stack.clientSecret, API_URL: express.orders });

  it('in Node.js calls the API', async () => {
    expect(await runExample(process.execPath, [pathOfExample('node-service/service.mjs')], environment())).toMatch(/^200 \{"orders":/);
  });

  it('in a shell calls the API', async () => {
    expect(await runExample('sh', [pathOfExample('curl/call.sh')], environment())).toMatch(/^\{"orders":/);
  });
});
