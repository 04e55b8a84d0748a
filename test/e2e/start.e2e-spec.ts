import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { stopAbandoned } from '../../scripts/embedded-postgres.mjs';
import { isAlive } from '../../scripts/process.mjs';
import { getCodeBlocks } from '../support/pages.js';
import { send } from '../support/http.js';
import { freePorts, NpmStart, ROOT, START_SCRIPT, TERMINAL, type Ports } from '../support/npm-start.js';
import { COMPILE_CACHE, freePort } from '../support/service-process.js';
import { makeTestFolder } from '../support/test-folder.mjs';

jest.setTimeout(90_000);

let parent: string;
let ports: Ports;

beforeAll(async () => {
  parent = makeTestFolder('npm start');
  ports = await freePorts();
});

afterAll(async () => {
  await NpmStart.endAll();
  rmSync(parent, { recursive: true });
});

/** Pastes commands into a shell. */
async function paste(commands: string, environment: Record<string, string> = {}): Promise<string> {
  const shell = spawn('bash', ['--norc'], { env: { ...TERMINAL, ...environment }, stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.end(`${commands}\n`);
  return text(shell.stdout);
}

async function runCli(environment: Record<string, string>, ...command: string[]): Promise<{ code: number; output: string }> {
  const env = { ...TERMINAL, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
  const cli = spawn('npm', ['run', '--silent', 'cli', '--', ...command], { cwd: ROOT, env });
  const [output, complaint, [code]] = await Promise.all([text(cli.stdout), text(cli.stderr), once(cli, 'close')]);
  return { code, output: output + complaint };
}

async function listDomains(key: string | undefined): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${ports.MANAGEMENT_PORT}/v1/domain`, { headers: { 'x-api-key': key ?? '' } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { domain: string }[]).map(({ domain }) => domain);
}

/** Verifies a token as a resource server does: with the published keys of the domain. */
async function verifyToken(token: string, domain: string) {
  const host = `${domain}:${ports.AUTH_PORT}`;
  const answer = await send(`http://127.0.0.1:${ports.AUTH_PORT}/.well-known/jwks.json`, { headers: { host } });
  const keys = createLocalJWKSet(answer.json as JSONWebKeySet);
  return jwtVerify(token, keys, { issuer: `http://${host}`, typ: 'at+jwt' });
}

/** Follows a walk-through to its end, and verifies the resulting token. */
async function followWalkThrough(walkThrough: string, environment?: Record<string, string>): Promise<string> {
  const [sentence = '', answer = ''] = (await paste(walkThrough, environment)).trim().split('\n');
  const domain = /^client hello of (\S+) has the secret \S{40,}$/.exec(sentence)?.[1] ?? '';
  const { access_token: token } = JSON.parse(answer) as { access_token: string };
  const { payload } = await verifyToken(token, domain);
  expect(payload).toMatchObject({ sub: 'hello', client_id: 'hello', scope: 'read write' });
  return domain;
}

async function expectNothingLeft(children: number[], demoPort?: string): Promise<void> {
  expect(children.filter((pid) => isAlive(pid))).toEqual([]);
  for (const port of [ports.MANAGEMENT_PORT, ports.AUTH_PORT, ...(demoPort === undefined ? [] : [demoPort])]) {
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
  }
}

/** A request whose last line never comes; a server that finishes its requests waits for it. */
async function sendHalfARequest(): Promise<void> {
  const socket = connect(Number(ports.MANAGEMENT_PORT), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n', resolve));
}

describe('npm start, restarted on one DATA_DIR', () => {
  let environment: Record<string, string> & { DATA_DIR: string };
  let key: string | undefined;
  let domain: string;
  let run: NpmStart;

  beforeAll(async () => {
    environment = { ...ports, DEMO: 'on', DEMO_PORT: String(await freePort()), DATA_DIR: join(parent, 'data of one') };
  });

  afterAll(async () => {
    await NpmStart.endAll();
    await stopAbandoned(join(environment.DATA_DIR, 'postgres'));
  });

  it('prints both base URLs, an API key, and a walk-through that yields a valid token, and then logs requests', async () => {
    run = await new NpmStart(environment).ready();
    key = run.key;
    expect(run.said[0]).toBe('Latchkey is ready.');
    for (const port of [ports.MANAGEMENT_PORT, ports.AUTH_PORT]) expect(run.output).toContain(`http://localhost:${port}`);
    domain = await followWalkThrough(run.walkThrough);
    await run.until(() => run.output.includes('"route":"/v1/domain/:domain/client/:clientId","status":200'));

    expect(await listDomains(key)).toEqual(['localhost', domain]);
  });

  it('prints commands that yield a token of the domain localhost, and its claims', async () => {
    const claims = await paste(run.firstToken);

    expect(claims).toContain(`iss: 'http://localhost:${ports.AUTH_PORT}'`);
    expect(claims).toContain("scope: 'read write'");
  });

  it('serves a demo that leads to the sign-in page of the domain localhost', async () => {
    const origin = `http://localhost:${environment['DEMO_PORT']}`;
    expect(run.output).toContain(`Demo            ${origin}  (signs demo@example.com in; the mail for it is at ${origin}/inbox)`);

    const { headers } = await fetch(`${origin}/login`, { redirect: 'manual' });
    const request = headers.get('location') ?? '';

    expect(request).toMatch(new RegExp(`^http://localhost:${ports.AUTH_PORT}/connect/authorize\\?.*login_hint=demo%40example.com`));
    const { status, headers: begun } = await fetch(request, { redirect: 'manual' });
    const cookie = begun.getSetCookie().map((each) => each.split(';')[0]);
    const page = await fetch(new URL(begun.get('location') ?? '', request), { headers: { cookie: cookie.join('; ') } });
    expect([status, await page.text()]).toEqual([303, expect.stringContaining('to continue to Latchkey Notes')]);
  });

  it('prints the address of the console, and a link that signs its first operator in', async () => {
    const origin = `http://localhost:${ports.MANAGEMENT_PORT}`;
    const [, address, link = ''] = /^ *Console +(\S+) .* (http\S+\/connect\/magiclink\?token=\S+)/m.exec(run.output) ?? [];

    expect(address).toBe(`${origin}/console`);
    expect(await (await fetch(link)).text()).toContain('Sign in to localhost');
    expect(await (await fetch(`${origin}/console/config.json`)).json()).toEqual({
      issuer: `http://localhost:${ports.AUTH_PORT}`,
      clientId: 'console',
      audience: origin,
    });
  });

  it('supports the first steps: create, change and find a user, configure a scope, create a magic link', async () => {
    const [tour = ''] = getCodeBlocks('docs/first-steps.md', 'sh');
    const commands = tour.replace('http://localhost:3000', `http://localhost:${ports.MANAGEMENT_PORT}`);

    const lines = (await paste(`KEY=${key}\nDOMAIN=${domain}\n${commands}`)).trim().split('\n');

    const [found, link] = lines.map((line) => JSON.parse(line) as unknown);
    expect(found).toEqual([expect.objectContaining({ preferredUsername: 'ada.lovelace', email: 'ada@example.com' })]);
    expect(link).toEqual({ uri: expect.stringContaining(`http://${domain}:${ports.AUTH_PORT}/connect/magiclink?`) });
  });

  it('leads to a sign-in page, as the first steps show', async () => {
    const [tour = '', people = ''] = getCodeBlocks('docs/first-steps.md', 'sh').map((block) =>
      block.replaceAll('localhost:3000', `localhost:${ports.MANAGEMENT_PORT}`),
    );
    const [api = ''] = tour.split('\n');
    const commands = people.replace('$DOMAIN:3001', `$DOMAIN:${ports.AUTH_PORT}`);

    const [client = '', address = ''] = (await paste(`KEY=${key}\nDOMAIN=${domain}\n${api}\n${commands}`)).trim().split('\n');

    expect(JSON.parse(client)).toEqual({ clientSecret: null });
    const { pathname, search, host } = new URL(address);
    const answer = await send(`http://127.0.0.1:${ports.AUTH_PORT}${pathname}${search}`, { headers: { host } });
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining('/sign-in/')]);
  });

  it('lets only its user read its secrets', () => {
    const modes = ['', 'master-key', 'start-key', 'env', 'postgres', 'postgres/cluster/password'].map(
      (name) => statSync(join(environment.DATA_DIR, name)).mode & 0o077,
    );

    expect(modes).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('lets the operator CLI work in another terminal', async () => {
    const { output } = await runCli({ DATA_DIR: environment.DATA_DIR }, 'key', 'create', 'default', '--json');

    expect(await listDomains((JSON.parse(output) as { apiKey: string }).apiKey)).toEqual(['localhost', domain]);
  });

  it('stops everything on Ctrl-C, with exit code 0', async () => {
    const { children } = run.processes;

    run.pressCtrlC();

    expect(await run.ended).toEqual({ code: 0, signal: null });
    await expectNothingLeft(children, environment['DEMO_PORT']);
    expect(await runCli({ DATA_DIR: environment.DATA_DIR }, 'domain', 'list')).toEqual({
      code: 1,
      output: `No database: DATABASE_URL is not set, and no running "npm start" keeps its data in ${environment.DATA_DIR}\n`,
    });
  });

  it('finds all data again, says that key and secret were shown, and how to make others', async () => {
    run = await new NpmStart(environment, START_SCRIPT).ready();

    expect(await listDomains(key)).toEqual(['localhost', domain]);
    expect(run.firstToken).toMatch(/^SECRET='the secret of hello'\n/);
    expect(run.output).toContain('it was shown at first start; POST /v1/domain/localhost/client/hello/secret makes another');
    expect(run.key).toBeUndefined();
    expect(run.output).toContain('was shown at first start; "npm run cli -- key create default" makes another');
    await followWalkThrough(run.walkThrough.replace(/^KEY=.*/, `KEY=${key}`));
  });

  it('restarts immediately after kill -9, on the same ports, with all data', async () => {
    const { starter, children } = run.processes;
    process.kill(starter, 'SIGKILL');
    for (const name of ['first-key-unseen', 'hello-secret-unseen']) writeFileSync(join(environment.DATA_DIR, name), '');

    run = await new NpmStart(environment, START_SCRIPT).ready();

    expect(await listDomains(key)).toContain(domain);
    expect(children.slice(0, 3).filter((pid) => isAlive(pid))).toEqual([]);
    expect(run.processes.children[3]).toBe(children[3]);
  });

  it('shows another key and secret if the killed one had not shown its own yet', async () => {
    expect(run.key).not.toBe(key);
    expect(await listDomains(run.key)).toContain(domain);
    expect(await paste(run.firstToken)).toContain("sub: 'hello'");
  });

  it('refuses to share its DATA_DIR, and the running one continues', async () => {
    const second = new NpmStart({ ...environment, ...(await freePorts()), DEMO: 'off' }, START_SCRIPT);

    expect((await second.ended).code).toBe(1);
    expect(second.said).toEqual([
      expect.stringMatching(/^DATA_DIR: another "npm start", the process \d+, uses .*: stop it \(kill \d+\), or set DATA_DIR to another/),
    ]);
    expect(await listDomains(key)).toContain(domain);
  });

  it('continues without the demo if the demo ends', async () => {
    process.kill(Number(run.processes.children[2]), 'SIGKILL');

    await run.until(() => run.output.includes('The demo ended (signal SIGKILL); the services continue without it'));
    expect(await listDomains(key)).toContain(domain);
  });

  it('names the part that ended unexpectedly, and stops the rest with exit code 1', async () => {
    const { children } = run.processes;

    process.kill(Number(children[1]), 'SIGKILL');

    expect((await run.ended).code).toBe(1);
    expect(run.said).toContain('The auth server exited unexpectedly (signal SIGKILL); stopping everything else');
    await expectNothingLeft(children, environment['DEMO_PORT']);
  });
});

describe('npm start, interrupted during its start', () => {
  const BOOTSTRAP_API_KEY = 'a-key-that-somebody-else-has-made';
  let environment: Ports & { DATA_DIR: string };
  let run: NpmStart;

  beforeAll(() => {
    environment = { ...ports, DATA_DIR: join(parent, 'cut off') };
  });

  afterAll(async () => {
    await NpmStart.endAll();
    await stopAbandoned(join(environment.DATA_DIR, 'postgres'));
  });

  it('leaves nothing running after SIGTERM to npm', async () => {
    run = new NpmStart(environment);
    await run.until(() => run.hasDatabase);

    run.kill('SIGTERM');

    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(run.hasDatabase).toBe(false);
  });

  it('restarts immediately after kill -9, even before its applications noticed', async () => {
    const killed = new NpmStart(environment, START_SCRIPT);
    await killed.until(() => existsSync(join(environment.DATA_DIR, 'first-key-unseen')));
    process.kill(killed.processes.starter, 'SIGKILL');

    run = await new NpmStart({ ...environment, BOOTSTRAP_API_KEY }).ready();

    expect(await listDomains(BOOTSTRAP_API_KEY)).toEqual(['localhost']);
  });

  it('shows no API key if BOOTSTRAP_API_KEY is set, and uses that in its walk-through', async () => {
    expect(run.key).toBeUndefined();
    expect(run.walkThrough).toContain('KEY=$BOOTSTRAP_API_KEY\n');

    const domain = await followWalkThrough(run.walkThrough, { BOOTSTRAP_API_KEY });

    expect(await listDomains(BOOTSTRAP_API_KEY)).toEqual(['localhost', domain]);
  });

  it('stops by force when Ctrl-C is pressed again', async () => {
    const { children } = run.processes;
    await sendHalfARequest();

    const impatience = setInterval(() => run.pressCtrlC(), 200);
    await run.until(() => run.output.includes('Killed'));
    clearInterval(impatience);

    expect(await run.ended).toEqual({ code: 130, signal: null });
    await expectNothingLeft(children);
  });
});
