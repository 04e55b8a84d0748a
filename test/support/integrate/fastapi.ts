import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/fastapi.md';

/** The applications of the page, which run with Debian's Python and libraries. */
export interface FastApi {
  /** The API. */
  api: GuideApp;
  /** An access token of the service. */
  token: string;
  /** The pages with a sign-in. */
  web: GuideApp;
}

export async function startFastApi(stack: GuideStack): Promise<FastApi> {
  const { SECRET = '', TOKEN: token = '' } = await stack.register(GUIDE);
  const environment = { SECRET, ISSUER: stack.issuer, SESSION_KEY: 'a-key-of-this-test', PYTHONDONTWRITEBYTECODE: '1' };
  const folder = writeFilesOf(GUIDE);
  const start = async (name: string) => {
    const port = await freePort();
    return GuideApp.start(
      { command: '/usr/bin/python3', args: ['-m', 'uvicorn', name, '--port', String(port)], environment, folder },
      port,
    );
  };
  const [api, web] = await Promise.all([start('api:app'), start('web:app')]);
  return { api, token, web };
}
