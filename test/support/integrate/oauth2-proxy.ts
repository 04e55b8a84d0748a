import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/nginx-oauth2-proxy.md';
const PROXY = join(homedir(), 'go/bin/oauth2-proxy');
const NGINX = { command: '/usr/sbin/nginx', args: ['-p', '.', '-c', 'nginx.conf', '-g', 'daemon off; pid nginx.pid; error_log stderr;'] };

/** An application behind nginx and oauth2-proxy with the configuration of the page. */
export class ProtectedApplication {
  private constructor(
    readonly url: string,
    private readonly parts: { proxy: GuideApp; nginx: GuideApp; application: Server },
  ) {}

  static async start(stack: GuideStack): Promise<ProtectedApplication> {
    const { SECRET = '' } = await stack.register(GUIDE);
    const application = createServer(({ url, headers }, response) => {
      response.end(JSON.stringify({ url, user: headers['x-user'], email: headers['x-email'] }));
    }).listen(0, '127.0.0.1');
    await once(application, 'listening');
    const { port } = application.address() as AddressInfo;
    const [own, front] = [await freePort(), await freePort()];
    const folder = writeFilesOf(GUIDE, (text) =>
      stack
        .place(text)
        .replaceAll(':8090', `:${front}`)
        .replaceAll(':4180', `:${own}`)
        .replaceAll(':4001', `:${port}`)
        .replaceAll('"localhost:3001"', `"${new URL(stack.issuer).host}"`),
    );
    const environment = { OAUTH2_PROXY_CLIENT_SECRET: SECRET, OAUTH2_PROXY_COOKIE_SECRET: 'a'.repeat(32) };
    const proxy = await GuideApp.start({ command: PROXY, args: ['--config', 'gateway.cfg'], environment, folder }, own);
    const nginx = await GuideApp.start({ ...NGINX, environment: {}, folder }, front);
    return new ProtectedApplication(nginx.url, { proxy, nginx, application });
  }

  async stop(): Promise<void> {
    const { proxy, nginx, application } = this.parts;
    await Promise.all([proxy.stop(), nginx.stop()]);
    application.close().closeAllConnections();
  }
}
