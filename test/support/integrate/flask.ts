import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/flask.md';

/** Runs the application of the page with Debian's Python, which finds the libraries from Debian's packages. */
export async function startFlask(stack: GuideStack): Promise<GuideApp> {
  const { SECRET = '' } = await stack.register(GUIDE);
  const environment = { SECRET, ISSUER: stack.issuer, SESSION_KEY: 'a-key-of-this-test', PYTHONDONTWRITEBYTECODE: '1' };
  const port = await freePort();
  const args = ['-m', 'flask', '--app', 'app', 'run', '--port', String(port)];
  return GuideApp.start({ command: '/usr/bin/python3', args, environment, folder: writeFilesOf(GUIDE) }, port);
}
