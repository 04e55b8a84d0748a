import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/django.md';
const DJANGO = join(homedir(), '.cache/latchkey/django/bin/django-admin');

/** Runs the project of the page with the packages of a virtual environment, because Debian has none of the library. */
export async function startDjango(stack: GuideStack): Promise<GuideApp> {
  const { SECRET = '' } = await stack.register(GUIDE);
  const environment = {
    SECRET,
    ISSUER: stack.issuer,
    SESSION_KEY: 'a-key-of-this-test',
    DJANGO_SETTINGS_MODULE: 'settings',
    PYTHONPATH: '.',
  };
  const port = await freePort();
  const script = `${DJANGO} migrate && exec ${DJANGO} runserver --noreload 127.0.0.1:${port}`;
  return GuideApp.start({ command: 'sh', args: ['-c', script], environment, folder: writeFilesOf(GUIDE) }, port);
}
