import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/spring.md';
const BUILD_LIMIT_MS = 150_000;

/** The application of the page, and an access token of its service. */
export interface Spring {
  app: GuideApp;
  token: string;
}

/** Builds the application of the page with the packages that Maven has already downloaded, and runs it. */
export async function startSpring(stack: GuideStack): Promise<Spring> {
  const { SECRET = '', TOKEN: token = '' } = await stack.register(GUIDE);
  const folder = writeFilesOf(GUIDE);
  await promisify(execFile)('mvn', ['--offline', '-q', 'package'], { cwd: folder, timeout: BUILD_LIMIT_MS });
  const port = await freePort();
  const environment = { SECRET, ISSUER: stack.issuer, PORT: String(port) };
  const app = await GuideApp.start({ command: 'java', args: ['-jar', 'target/shop-1.0.0.jar'], environment, folder }, port);
  return { app, token };
}
