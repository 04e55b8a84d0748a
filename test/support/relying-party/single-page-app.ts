import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const LIBRARY = createRequire(import.meta.url)
  .resolve('oidc-client-ts')
  .replace(/dist\/.*$/, 'dist/browser/oidc-client-ts.js');

export interface PublicClient {
  issuer: string;
  clientId: string;
  scope: string;
  /** Of 127.0.0.1: the application is at http://127.0.0.1:PORT/, which is its redirect URI too. */
  port: number;
}

/** Shows the user in #user as JSON, and errors in #error. */
const page = `<!doctype html><html lang="en"><title>Application</title>
<button id="sign-in">Sign in</button> <button id="refresh">Refresh</button> <button id="user-info">User info</button>
<button id="sign-out">Sign out</button>
<pre id="user">null</pre><pre id="info"></pre><pre id="error"></pre>
<script src="/oidc-client-ts.js"></script><script src="/app.js"></script></html>`;

const script = ({ issuer, clientId, scope, port }: PublicClient) => `
const home = 'http://127.0.0.1:${port}/';
const users = new oidc.UserManager({
  authority: ${JSON.stringify(issuer)}, client_id: ${JSON.stringify(clientId)}, scope: ${JSON.stringify(scope)},
  redirect_uri: home, post_logout_redirect_uri: home, automaticSilentRenew: false,
});
const show = (id, value) => (document.getElementById(id).textContent = value);
const attempt = (action) => () => action().catch((error) => show('error', String(error)));
const showUser = (user) => show('user', JSON.stringify(user));
const on = (id, action) => document.getElementById(id).addEventListener('click', attempt(action));
on('sign-in', () => users.signinRedirect());
on('refresh', async () => showUser(await users.signinSilent()));
on('user-info', async () => {
  const user = await users.getUser();
  const endpoint = await users.metadataService.getUserInfoEndpoint();
  const answer = await fetch(endpoint, { headers: { Authorization: 'Bearer ' + user.access_token } });
  show('info', JSON.stringify({ status: answer.status, claims: await answer.json() }));
});
on('sign-out', () => users.signoutRedirect());
attempt(async () => {
  const parameters = new URLSearchParams(location.search);
  if (parameters.has('code') || parameters.has('error')) {
    await users.signinCallback();
    history.replaceState(null, '', home);
  }
  showUser(await users.getUser());
})();`;

/** A running static site with an application that uses oidc-client-ts in the browser. */
export async function startSinglePageApp(client: PublicClient): Promise<{ url: string; stop(): Promise<void> }> {
  const files: Record<string, [string, string | Buffer]> = {
    '/': ['text/html; charset=utf-8', page],
    '/app.js': ['text/javascript', script(client)],
    '/oidc-client-ts.js': ['text/javascript', await readFile(LIBRARY)],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url!.split('?', 1)[0]!] ?? [];
    response.writeHead(type ? 200 : 404, type ? { 'Content-Type': type } : {}).end(content);
  }).listen(client.port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${client.port}/`, stop };
}
