import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { withBrowserUser } from '../support/browser/browser.js';
import { button, heading, signInByLink } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import { CertificateIssuer } from '../support/certificates.js';
import { pathOfExample } from '../support/examples/example.js';
import { eventually } from '../support/eventually.js';
import { ServerProgram } from '../support/relying-party/server-program.js';
import { freePort } from '../support/service-process.js';
import type { TestUser } from '../support/sign-in-domain-fixture.js';

/** Resolves the names of domains in this process and in that of the example. */
const LOOPBACK_NAMES = new URL('../support/relying-party/loopback-names.mjs', import.meta.url).href;

const fixture = useSignInBrowserFixture();
const systemAuthorities = getCACertificates('default');
let mcpServer: ServerProgram;
let mcpUrl: URL;
let documents: Server;
let callbacks: Server;
/** The last request to the client's redirect URI. */
let callback: URL | null = null;

const originOf = (server: Server, scheme: string, host: string) => `${scheme}://${host}:${(server.address() as AddressInfo).port}`;
const redirectUri = () => `${originOf(callbacks, 'http', '127.0.0.1')}/callback`;
const clientId = () => `${originOf(documents, 'https', 'localhost')}/client.json`;

function describeClient() {
  return {
    client_name: 'Notes client',
    redirect_uris: [redirectUri()],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** Serves the document of the client by https, with a certificate that this process trusts. */
async function startDocuments(): Promise<void> {
  const { pem, privateKey } = await new CertificateIssuer().issue({
    subject: 'CN=localhost',
    alternativeNames: [{ type: 'dns', value: 'localhost' }],
    isAuthority: true,
  });
  setDefaultCACertificates([...systemAuthorities, pem]);
  documents = createHttpsServer({ cert: pem, key: privateKey }, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ client_id: clientId(), ...describeClient() }));
  }) as unknown as Server;
  await once(documents.listen(0, '127.0.0.1'), 'listening');
}

async function startMcpServer(): Promise<void> {
  const port = await freePort();
  mcpUrl = new URL(`http://localhost:${port}/mcp`);
  const { world } = fixture;
  const path = `/v1/domain/${world.domain}`;
  const scopes = ['notes:read', 'notes:write'].map((scope) => ({ scope, description: scope }));
  await world.stack.caller.put(`${path}/resource/notes`, { audience: mcpUrl.href, name: 'Notes', scopes });
  await world.stack.caller.put(`${path}/client-registration`, { metadataDocuments: { enabled: true, resources: ['notes'] } });
  const args = ['--import', LOOPBACK_NAMES, pathOfExample('mcp-server/server.mjs')];
  mcpServer = new ServerProgram(process.execPath, args, { ISSUER: world.issuer, PORT: String(port) });
  await eventually(async () => mcpServer.output.includes('wants tokens') || null);
}

beforeAll(async () => {
  await import(LOOPBACK_NAMES);
  callbacks = createHttpServer((request, response) => {
    callback = new URL(request.url!, redirectUri());
    response.end('You can close this window.');
  });
  await once(callbacks.listen(0, '127.0.0.1'), 'listening');
  await startDocuments();
  await startMcpServer();
}, 60_000);

afterAll(async () => {
  setDefaultCACertificates(systemAuthorities);
  await mcpServer?.stop();
  for (const server of [documents, callbacks]) server?.close();
});

/** What the official client asks of its host. It knows nothing but the address of the server and of its own document. */
class ClientHost implements OAuthClientProvider {
  stored: OAuthTokens | undefined;
  authorizationUrl: URL | null = null;
  readonly clientMetadataUrl = clientId();
  readonly redirectUrl = redirectUri();
  readonly clientMetadata = describeClient();
  private information: { client_id: string } | undefined;
  private verifier = '';

  clientInformation = () => this.information;
  saveClientInformation = (information: { client_id: string }) => void (this.information = information);
  tokens = () => this.stored;
  saveTokens = (tokens: OAuthTokens) => void (this.stored = tokens);
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

async function connect(host: ClientHost): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl, { authProvider: host }));
  return client;
}

/** Lets the user allow in a browser what the client asks for, and redeems the code. */
async function allow(host: ClientHost, user: TestUser): Promise<void> {
  callback = null;
  await withBrowserUser(fixture.browser, async ({ page }) => {
    await signInByLink(page, fixture.world, { from: host.authorizationUrl!.href, user });
    await button(page, 'Not now').click();
    await heading(page, `${new URL(clientId()).host} asks for access`).waitFor();
    await button(page, 'Allow').click();
    await page.waitForURL((url) => url.href.startsWith(redirectUri()));
  });
  const code = callback!.searchParams.get('code')!;
  await new StreamableHTTPClientTransport(mcpUrl, { authProvider: host }).finishAuth(code);
}

const call = async (client: Client, name: string, values: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: values })).content;

describe('the official MCP client', () => {
  it('connects to a server from nothing, calls a tool, refreshes its token, and is told the scope of another tool', async () => {
    const user = await fixture.world.user('kim.of.the.notes');
    const host = new ClientHost();

    await expect(connect(host)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(host.authorizationUrl!.searchParams.get('client_id')).toBe(clientId());
    await allow(host, user);
    const client = await connect(host);
    expect(await call(client, 'list_notes')).toEqual([{ type: 'text', text: 'Buy a lamp' }]);

    const { refresh_token: before } = host.stored!;
    host.stored = { ...host.stored!, access_token: 'expired' };
    expect(await call(client, 'list_notes')).toEqual([{ type: 'text', text: 'Buy a lamp' }]);
    expect(host.stored.refresh_token).not.toBe(before);

    const other = new ClientHost();
    await expect(connect(other)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(other.authorizationUrl!.searchParams.get('scope')).toBe('notes:read offline_access');
    const refused = await fetch(mcpUrl, {
      method: 'POST',
      headers: { Authorization: `Bearer ${host.stored.access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add_note', arguments: { text: 'Sell it' } } }),
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope".*scope="notes:write offline_access", resource_metadata="http:/,
    );
    await client.close();
  }, 90_000);
});
