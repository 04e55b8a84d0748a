import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { send } from '../http.js';
import type { ConfidentialClient } from './openid-client.js';
import { ServerProgram } from './server-program.js';
import { makeTestFolder } from '../test-folder.mjs';

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'dir', 'mime', 'include'];

/** Its redirect URI is http://127.0.0.1:PORT/protected/redirect_uri; /protected/ requires a sign-in. */
function configuration(folder: string, { issuer, clientId, clientSecret, scope, port }: ConfidentialClient): string {
  const isRoot = process.getuid?.() === 0;
  return `
ServerRoot "${folder}"
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile "${folder}/apache.pid"
Mutex file:${folder}
ErrorLog "${folder}/error.log"
LogLevel info
${isRoot ? 'User www-data\nGroup www-data' : ''}
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
DocumentRoot "${folder}/site"
DirectoryIndex index.html index.shtml
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCScope "${scope}"
OIDCRedirectURI http://127.0.0.1:${port}/protected/redirect_uri
OIDCDefaultLoggedOutURL http://127.0.0.1:${port}/
OIDCCryptoPassphrase a-passphrase-of-this-test-only
OIDCPKCEMethod S256
OIDCResponseMode query
OIDCUserInfoRefreshInterval 0
OIDCInfoHook iat access_token access_token_expires id_token userinfo refresh_token session
<Directory "${folder}/site">
  Require all granted
  Options +Includes
  AddOutputFilter INCLUDES .shtml
</Directory>
<Location /protected/>
  AuthType openid-connect
  Require valid-user
</Location>
`;
}

/** A running Apache with pages protected by mod_auth_openidc. */
export class Apache {
  readonly url: string;

  private constructor(
    port: number,
    private readonly folder: string,
    private readonly program: ServerProgram,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @throws Error with Apache's output if it does not start */
  static async start(client: ConfidentialClient): Promise<Apache> {
    const folder = makeTestFolder('apache');
    await mkdir(join(folder, 'site/protected'), { recursive: true });
    await writeFile(join(folder, 'site/index.html'), '<title>Public</title><h1>Public page</h1>');
    await writeFile(join(folder, 'site/protected/index.shtml'), '<title>Protected</title><h1><!--#echo var="REMOTE_USER" --></h1>');
    await writeFile(join(folder, 'apache.conf'), configuration(folder, client));
    // Its workers run as another user if it is started by root.
    await chmod(folder, 0o755);
    const program = new ServerProgram('/usr/sbin/apache2', ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'], {}, folder);
    const apache = new Apache(client.port, folder, program);
    await eventually(async () => (await apache.answers()) || !program.isRunning, { timeoutMs: 15_000 });
    if (!program.isRunning) throw new Error(`Apache ended:\n${program.output}\n${await apache.log().catch(() => '')}`);
    return apache;
  }

  /** Its log. */
  log(): Promise<string> {
    return readFile(join(this.folder, 'error.log'), 'utf8');
  }

  async stop(): Promise<void> {
    await this.program.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    const answer = await send(this.url).catch(() => null);
    return answer?.status === 200;
  }
}
