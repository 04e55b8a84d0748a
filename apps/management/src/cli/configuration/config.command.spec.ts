import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCli, type CliRun } from '../../../../../test/support/cli.js';
import { freePort } from '../../../../../test/support/service-process.js';
import { makeTestFolder } from '../../../../../test/support/test-folder.mjs';

interface Answer {
  status?: number;
  type?: string;
  body: string;
}

const YAML = '# the shop\nversion: 1\nclients:\n  orders:\n    scope: orders:read\n    redirectUris: [http://x]\n';
const CHANGE = { path: '/clients/orders/scope', action: 'Replace', from: '', to: 'orders:read' };
const UNKNOWN_KEY = {
  type: '/problems/unauthorized',
  title: 'Unauthorized',
  status: 401,
  detail: 'The API key is unknown.',
  instance: 'urn:request:1',
};

/** A server that answers as a test says, and keeps the requests. */
let server: Server;
let url: string;
let folder: string;
let file: string;
let requests: { method: string; path: string; headers: Record<string, unknown>; body: string }[];
let answers: Record<string, Answer>;

async function keep(request: IncomingMessage): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  const { accept, 'if-match': ifMatch, 'x-api-key': key } = headers;
  requests.push({ method, path, headers: { accept, ifMatch, key }, body: await text(request) });
}

beforeAll(async () => {
  folder = makeTestFolder('config-command');
  file = join(folder, 'shop.yaml');
  await writeFile(file, YAML);
  server = createServer((request, response) => {
    const { status = 200, type = 'application/json', body } = answers[request.method!]!;
    void keep(request).then(() => response.writeHead(status, { 'Content-Type': type, ETag: '"7"', Connection: 'close' }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  requests = [];
  answers = { GET: { body: YAML, type: 'application/yaml' }, PUT: { body: JSON.stringify({ changes: [CHANGE], secrets: {} }) } };
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

function config(...args: string[]): Promise<CliRun> {
  return runCli({ LATCHKEY_URL: url, LATCHKEY_API_KEY: 'k' }, 'config', ...args);
}

function answerProblem(problem: object & { status: number }): void {
  const answer = { status: problem.status, type: 'application/problem+json', body: JSON.stringify(problem) };
  answers = { GET: answer, PUT: answer };
}

describe('config export', () => {
  it('prints the document in YAML, or writes it to a file', async () => {
    expect(await config('export', 'a.example.com')).toEqual({ code: 0, stdout: YAML, stderr: '' });
    expect(requests).toEqual([
      { method: 'GET', path: '/v1/domain/a.example.com/configuration', headers: { accept: 'application/yaml', key: 'k' }, body: '' },
    ]);

    const target = join(folder, 'out.yaml');
    expect(await config('export', 'a.example.com', '--file', target)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(target, 'utf8')).toBe(YAML);
  });

  it('prints the document in JSON with --json', async () => {
    answers['GET'] = { body: '{"version":1}' };

    expect((await config('export', 'a.example.com', '--json')).stdout).toBe('{"version":1}\n');
    expect(requests[0]!.headers['accept']).toBe('application/json');
  });
});

describe('config plan', () => {
  it('ends with 2 if there are changes, and sends the file as JSON in a dry run', async () => {
    const { code, stdout, stderr } = await config('plan', 'a.example.com', '--file', file);

    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(stdout).toBe(
      '~ /clients/orders/scope: "" → "orders:read"\n\n1 change: 1 replaced. Nothing was changed yet: config apply does it.\n',
    );
    const [{ method, path, headers, body } = requests[0]!] = requests;
    expect([method, path, headers['ifMatch']]).toEqual(['PUT', '/v1/domain/a.example.com/configuration?dryRun=true', undefined]);
    expect(JSON.parse(body)).toEqual({ version: 1, clients: { orders: { scope: 'orders:read', redirectUris: ['http://x'] } } });
  });

  it('ends with 0 if there is nothing to change', async () => {
    answers['PUT'] = { body: '{"changes":[]}' };

    expect(await config('plan', 'a.example.com', '--file', file)).toEqual({ code: 0, stdout: 'Nothing to change.\n', stderr: '' });
  });

  it('prints the whole answer with --json', async () => {
    const { code, stdout } = await config('plan', 'a.example.com', '--file', file, '--json');

    expect([code, JSON.parse(stdout)]).toEqual([2, { changes: [CHANGE], secrets: {} }]);
  });

  it('ends with 1 if the file is invalid, with the line of each error', async () => {
    const errors = [
      { pointer: '/clients/orders/redirectUris/0', detail: 'must use https' },
      { pointer: '/clients/orders/clientType', detail: 'is required' },
    ];
    const problem = {
      type: '/problems/invalid-request',
      title: 'Invalid request',
      status: 400,
      detail: 'Fix the errors.',
      instance: 'urn:request:1',
      errors,
    };
    answerProblem(problem);

    expect(await config('plan', 'a.example.com', '--file', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Invalid request (400): Fix the errors.
${file}:6: /clients/orders/redirectUris/0: must use https
${file}:4: /clients/orders/clientType: is required
`,
    });
    const { stderr } = await config('plan', 'a.example.com', '--file', file, '--json');
    expect(JSON.parse(stderr)).toEqual(problem);
  });

  it.each([
    ['a: 1\na: 2\n', 2, 'duplicated mapping key'],
    ['a: [1\n', 2, ''],
    ['a: &x 1\nb: *x\n', 2, 'alias'],
  ])('names the line of a syntax error, before any request: %j', async (source, line, reason) => {
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, source);

    const { code, stderr } = await config('plan', 'a.example.com', '--file', broken);

    expect([code, stderr.toLowerCase()]).toEqual([1, expect.stringContaining(reason)]);
    expect(stderr).toMatch(new RegExp(`^[^\\n]*broken\\.yaml:${line}: [^\\n]+\\n$`));
    expect(requests).toEqual([]);
  });

  it.each(['- a\n', '5\n', 'a: .inf\n', ''])('rejects a file that is no object in JSON: %j', async (source) => {
    const broken = join(folder, 'broken.yaml');
    await writeFile(broken, source);

    expect(await config('plan', 'a.example.com', '--file', broken)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]*broken\.yaml: [^\n]+\n$/),
    });
  });

  it('reads a file of 5 MB', async () => {
    const large = join(folder, 'large.yaml');
    const clients = Array.from(
      { length: 30_000 },
      (_, n) =>
        `  client-${n}:\n    name: Client ${n}\n    redirectUris:\n      - https://client-${n}.example.com/callback-${'x'.repeat(100)}\n`,
    );
    await writeFile(large, `version: 1\nclients:\n${clients.join('')}`);

    expect((await config('plan', 'a.example.com', '--file', large)).code).toBe(2);
    expect(requests[0]!.body.length).toBeGreaterThan(5e6);
  });
});

describe('config apply', () => {
  it('sends the ETag of the configuration, and shows the secrets of new clients', async () => {
    answers['PUT'] = { body: JSON.stringify({ changes: [CHANGE], secrets: { orders: 's3cret' } }) };

    const { code, stdout, stderr } = await config('apply', 'a.example.com', '--file', file);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`~ /clients/orders/scope: "" → "orders:read"

1 change: 1 replaced. Applied.

New secrets, which are shown only this once:
  orders: s3cret
`);
    expect(requests.map(({ method, headers }) => [method, headers['ifMatch']])).toEqual([
      ['GET', undefined],
      ['PUT', '"7"'],
    ]);
  });

  it.each([[[]], [['--json']]])('shows no secrets with --no-secrets %j', async (options) => {
    answers['PUT'] = { body: JSON.stringify({ changes: [CHANGE], secrets: { orders: 's3cret' } }) };

    const { code, stdout } = await config('apply', 'a.example.com', '--file', file, '--no-secrets', ...options);

    expect([code, stdout]).toEqual([0, expect.not.stringContaining('s3cret')]);
  });
});

describe.each(['export', 'plan', 'apply'])('config %s', (name) => {
  const run = () => config(name, 'a.example.com', '--file', name === 'export' ? join(folder, 'none.yaml') : file);
  const fails = (stderr: unknown) => ({ code: 1, stdout: '', stderr });

  it('shows the problem of a wrong key', async () => {
    answerProblem(UNKNOWN_KEY);

    expect(await run()).toEqual(fails('Unauthorized (401): The API key is unknown.\n'));
  });

  it.each([
    ['502 of a proxy', { status: 502, type: 'text/html', body: '<html>' }, 'answered 502 without a problem document'],
    ['a redirect', { status: 302, body: '' }, 'unexpected redirect'],
  ])('names the address if something else answers: %s', async (_title, answer, reason) => {
    answers = { GET: answer, PUT: answer };

    expect(await run()).toEqual(fails(expect.stringMatching(new RegExp(`^${url}: ${reason}[^\\n]*\\n$`))));
  });

  it('names an address that does not answer, in one line', async () => {
    const port = await freePort();
    const settings = { LATCHKEY_URL: `http://127.0.0.1:${port}`, LATCHKEY_API_KEY: 'k' };

    expect(await runCli(settings, 'config', name, 'a.example.com', '--file', file)).toEqual(
      fails(`http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}\n`),
    );
  });

  it.each([
    [{}, 'the management API is unknown: give its base URL with --url or LATCHKEY_URL\n'],
    [{ LATCHKEY_URL: 'https://api.example.com' }, expect.stringMatching(/^LATCHKEY_API_KEY: is required: /)],
    [{ LATCHKEY_URL: 'ftp://a', LATCHKEY_API_KEY: 'a\nb' }, expect.stringMatching(/^LATCHKEY_URL: .*\nLATCHKEY_API_KEY: .*\n$/)],
  ])('says what is missing with the settings %j', async (settings, stderr) => {
    expect(await runCli(settings, 'config', name, 'a.example.com', '--file', file)).toEqual(fails(stderr));
  });
});
