import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileExample } from '../support/examples/compile-example.js';
import { ExampleStack } from '../support/examples/example-stack.js';
import { ExampleApi, pathOfExample, runExample } from '../support/examples/example.js';
import { eventually } from '../support/eventually.js';
import { getCodeBlocks } from '../support/pages.js';
import { RedirectFollower } from '../support/redirect-follower.js';
import { ServerProgram } from '../support/relying-party/server-program.js';
import { freePort } from '../support/service-process.js';

const ORDERS = '{"orders":[{"id":1,"item":"a lamp"}],"askedBy":"hello"}';

let stack: ExampleStack;
let express: ExampleApi;
let nest: ExampleApi;

beforeAll(async () => {
  compileExample('nestjs-api');
  stack = await ExampleStack.start();
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
])('the example API with %s', (_name, api) => {
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

  it('refuses a request without a token, with another text, with a changed token, and without the scope', async () => {
    const token = await stack.token('read');
    const changed = `${token.slice(0, -4)}AAAA`;

    expect(await call('GET')).toMatchObject({ status: 401, challenge: 'Bearer' });
    expect(await call('GET', 'text')).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(await call('GET', changed)).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(await call('POST', token)).toMatchObject({ status: 403, challenge: 'Bearer error="insufficient_scope", scope="write"' });
  });
});

describe('the example service', () => {
  const environment = () => ({ ISSUER: stack.issuer, CLIENT_SECRET: stack.clientSecret, API_URL: express.orders });

  it('calls the API from Node.js', async () => {
    expect(await runExample(process.execPath, [pathOfExample('node-service/service.mjs')], environment())).toMatch(/^200 \{"orders":/);
  });

  it('calls the API from a shell', async () => {
    expect(await runExample('sh', [pathOfExample('curl/call.sh')], environment())).toMatch(/^\{"orders":/);
  });
});

describe('docs/integrate/sign-users-in.md', () => {
  const GUIDE = 'docs/integrate/sign-users-in.md';
  let origin: string;
  let app: ServerProgram;

  /** Runs the commands that register the client and the user. @returns the client's secret */
  async function register(): Promise<string> {
    const commands = getCodeBlocks(GUIDE, 'sh').filter((block) => block.includes('$API/client/shop"') || block.includes('$API/user'));
    const script = [...commands, 'echo "$SECRET"'].join('').replaceAll('http://localhost:3000', stack.stack.management.url);
    const env = { PATH: process.env['PATH'], KEY: stack.stack.management.apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { env });
    return stdout.trim().split('\n').at(-1)!;
  }

  beforeAll(async () => {
    origin = `http://127.0.0.1:${await freePort()}`;
    const [program = ''] = getCodeBlocks(GUIDE, 'js');
    const environment = { ISSUER: stack.issuer, APP: origin, SECRET: await register() };
    app = new ServerProgram(process.execPath, ['--input-type=module', '--eval', program], environment);
    await eventually(() => app.output.includes(`Open ${origin}`) || (app.isRunning ? null : 'ended'));
  });

  afterAll(() => app?.stop());

  it('contains commands and a program that sign a user in', async () => {
    const person = new RedirectFollower();
    await person.open(origin);
    await person.press('Continue', { username: 'grace.hopper' });
    await person.press('Email me a link');
    await person.open((await stack.stack.message('grace@example.com')).link!);
    await person.press('Sign in');
    if (person.url.origin !== origin) await person.press('Not now');

    expect(person.url.href.startsWith(`${origin}/callback?`)).toBe(true);
    expect(JSON.parse(person.here.text)).toMatchObject({ iss: stack.issuer, aud: 'shop', sub: expect.any(String) });
  });

  it('contains a program that rejects callbacks from another browser or with another state', async () => {
    const [stranger, forged] = [new RedirectFollower(), new RedirectFollower()];
    await stranger.open(`${origin}/callback?code=stolen&state=x`);
    expect(stranger.url.origin).toBe(stack.issuer);
    await forged.open(origin);

    expect(await forged.open(`${origin}/callback?code=stolen&state=x`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('The sign-in failed: '),
    });
  });
});
