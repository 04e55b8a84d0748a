import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../service-process.js';
import { GuideApp, writeFilesOf, type GuideStack } from './guide.js';

const GUIDE = 'docs/integrate/apache.md';
const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'proxy', 'proxy_http', 'headers'];

/** What Debian's apache2.conf contributes. */
function surroundings(folder: string): string {
  return `ServerRoot "${folder}"
ServerName 127.0.0.1
PidFile "${folder}/apache.pid"
Mutex file:${folder}
ErrorLog "${folder}/error.log"
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Include "${folder}/latchkey.conf"
`;
}

/** An Apache with the configuration of the page, and an application behind it that answers what it gets. */
export class GuideApache {
  private constructor(
    readonly url: string,
    private readonly apache: GuideApp,
    private readonly application: Server,
  ) {}

  static async start(stack: GuideStack): Promise<GuideApache> {
    const { SECRET = '' } = await stack.register(GUIDE);
    const application = createServer(({ url, headers }, response) => {
      response.end(JSON.stringify({ url, user: headers['x-user'], name: headers['oidc_claim_name'] }));
    }).listen(0, '127.0.0.1');
    await once(application, 'listening');
    const port = await freePort();
    const folder = writeFilesOf(GUIDE, (text) =>
      stack
        .place(text)
        .replaceAll(':8070', `:${port}`)
        .replaceAll(':4001', `:${(application.address() as AddressInfo).port}`)
        .replace('CLIENT_SECRET', SECRET)
        .replace('PASSPHRASE', 'a-passphrase-of-this-test'),
    );
    writeFileSync(join(folder, 'apache.conf'), surroundings(folder));
    // Its workers run as another user if it is started by root.
    chmodSync(folder, 0o755);
    const args = ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'];
    const apache = await GuideApp.start({ command: '/usr/sbin/apache2', args, environment: {}, folder }, port);
    return new GuideApache(apache.url, apache, application);
  }

  async stop(): Promise<void> {
    await this.apache.stop();
    this.application.close().closeAllConnections();
  }
}
