import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/rust.md';
const BUILD_LIMIT_MS = 300_000;
/** Dependencies stay compiled for the next run: it takes seconds, the first one minutes. */
const TARGET = join(homedir(), '.cache/latchkey/rust');
const BUILD = { CARGO_TARGET_DIR: TARGET, CARGO_PROFILE_DEV_DEBUG: '0', CARGO_INCREMENTAL: '0' };

/** The programs of the page. */
export interface Rust {
  api: GuideApp;
  /** The pages with a sign-in. */
  shop: GuideApp;
  /** An access token of the service `reports`. */
  token: string;
  serviceSecret: string;
}

/** Compiles the programs of the page with the crates that cargo has already downloaded, and runs them. */
export async function startRust(stack: GuideStack): Promise<Rust> {
  const { SECRET = '', SERVICE: serviceSecret = '', TOKEN: token = '' } = await stack.register(GUIDE);
  const folder = writeFilesOf(GUIDE);
  await promisify(execFile)('cargo', ['build', '--offline'], { cwd: folder, env: { ...process.env, ...BUILD }, timeout: BUILD_LIMIT_MS });
  const start = async (name: string) => {
    const port = await freePort();
    const environment = { SECRET, ISSUER: stack.issuer, PORT: String(port) };
    return GuideApp.start({ command: join(TARGET, 'debug', name), args: [], environment, folder }, port);
  };
  const [api, shop] = await Promise.all([start('api'), start('shop')]);
  return { api, shop, token, serviceSecret };
}
