import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/go.md';
const BUILD_LIMIT_MS = 150_000;
/** Modules come from those that Go has already downloaded; the page has no go.sum. Without optimization it compiles faster. */
const OFFLINE = { GOPROXY: 'off', GOSUMDB: 'off', GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0' };
const ARGS = ['build', '-gcflags=all=-N -l', '-ldflags=-s -w', '-o', 'shop', '.'];

/** Compiles the application of the page, and runs it. */
export async function startGoApplication(stack: GuideStack): Promise<GuideApp> {
  const { SECRET = '' } = await stack.register(GUIDE);
  const folder = writeFilesOf(GUIDE);
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...OFFLINE };
  await promisify(execFile)('go', ARGS, { cwd: folder, env, timeout: BUILD_LIMIT_MS });
  const port = await freePort();
  return GuideApp.start({ command: './shop', args: [], environment: { SECRET, ISSUER: stack.issuer, PORT: String(port) }, folder }, port);
}
