import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import config from '../../jest.config.mjs';
import { makeTestFolder } from '../support/test-folder.mjs';

const JEST = fileURLToPath(import.meta.resolve('jest/bin/jest'));
/** The fixtures that leave something open are each watched for nine seconds. */
const TIMEOUT_MS = 120_000;

const FIXTURES = {
  clean: `it('passes', () => expect(process.env['LEFT']).toBeUndefined());`,
  failedHook: `beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it('other', () => {});`,
  endless: `it('never ends', () => new Promise(() => {}));`,
  server: `it('passes', () => void createServer().listen(0));`,
  timer: `it('passes', () => void setTimeout(() => {}, 60_000));`,
  thread: `it('passes', () => void new Worker('setInterval(() => {}, 1_000)', { eval: true }).unref());`,
  child: `it('passes', () => void spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'ignore' }).unref());`,
  late: `it('passes', () => void setTimeout(() => { throw new Error('too late'); }, 100));`,
  variable: `it('passes', () => { process.env['LEFT'] = 'over'; });`,
};
const HEAD = `
  import { spawn } from 'node:child_process';
  import { createServer } from 'node:net';
  import { Worker } from 'node:worker_threads';
  import { beforeAll, expect, it } from '@jest/globals';
`;

interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string }[];
}

let folder: string;
let results: Map<string, FileResult>;

beforeAll(async () => {
  folder = makeTestFolder('jest');
  mkdirSync(join(folder, 'tests'));
  for (const [name, text] of Object.entries(FIXTURES)) writeFileSync(join(folder, 'tests', `${name}.spec.ts`), HEAD + text);
  const {
    projects: [unit],
    ...rest
  } = config;
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify({ ...rest, ...unit, roots: [join(folder, 'tests')], testTimeout: 1_000 }));
  const output = join(folder, 'results.json');
  const options = ['--config', join(folder, 'jest.config.json'), '--json', '--outputFile', output, '--maxWorkers=4'];
  await promisify(execFile)(process.execPath, [JEST, ...options]).catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] };
  results = new Map(testResults.map((result) => [basename(result.name, '.spec.ts'), result]));
}, TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true }));

describe('a test file', () => {
  it.each(['clean', 'variable'])('passes if it leaves nothing behind but a variable: %s', (name) => {
    expect(results.get(name)).toMatchObject({ status: 'passed', assertionResults: [{ status: 'passed' }] });
  });

  it('fails with all of its tests if its beforeAll fails', () => {
    expect(results.get('failedHook')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no database'),
      assertionResults: [{ status: 'failed' }, { status: 'failed' }],
    });
  });

  it('fails if a test exceeds its time limit', () => {
    expect(results.get('endless')).toMatchObject({ status: 'failed', message: expect.stringContaining('Exceeded timeout of 1000 ms') });
  });

  it('fails if it throws after its last test', () => {
    expect(results.get('late')).toMatchObject({ status: 'failed' });
  });

  it.each([
    ['server', '1 TCPServerWrap'],
    ['timer', '1 Timeout'],
    ['thread', '1 Worker'],
    ...(process.platform === 'linux' ? [['child', '1 child process'] as const] : []),
  ])('fails if it leaves something open: %s', (name, open) => {
    expect(results.get(name)).toMatchObject({ status: 'failed', message: expect.stringContaining(open) });
  });
});
