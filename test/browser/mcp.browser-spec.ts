import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeClient, useMcpFixture } from '../support/mcp/mcp-fixture.js';
import type { TestUser } from '../support/sign-in-domain-fixture.js';

const fixture = useMcpFixture();
let callbacks: Server;
/** The last request to the client's redirect URI. */
let callback: URL | null = null;

const redirectUri = () => `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`;

beforeAll(async () => {
  callbacks = createServer((request, response) => {
    callback = new URL(request.url!, redirectUri());
    response.end('You can close this window.');
  });
  await once(callbacks.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => void callbacks?.close());

/** What the official client asks of its host. It knows nothing but the address of the server and of its own document. */
class ClientHost implements OAuthClientProvider {
  stored: OAuthTokens | undefined;
  authorizationUrl: URL | null = null;
  readonly clientMetadataUrl = fixture.clientId;
  readonly redirectUrl = redirectUri();
  readonly clientMetadata = describeClient(redirectUri());
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
  await client.connect(new StreamableHTTPClientTransport(fixture.mcpUrl, { authProvider: host }));
  return client;
}

/** Lets the user allow in a browser what the client asks for, and redeems the code. */
async function allow(host: ClientHost, user: TestUser): Promise<void> {
  callback = null;
  await fixture.allow(host.authorizationUrl!.href, user);
  const code = callback!.searchParams.get('code')!;
  await new StreamableHTTPClientTransport(fixture.mcpUrl, { authProvider: host }).finishAuth(code);
}

const call = async (client: Client, name: string, values: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: values })).content;

describe('the official TypeScript MCP client', () => {
  it('connects to a server from nothing, calls a tool, refreshes its token, and is told the scope of another tool', async () => {
    const user = await fixture.signIn.world.user('kim.of.the.notes');
    const host = new ClientHost();

    await expect(connect(host)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(host.authorizationUrl!.searchParams.get('client_id')).toBe(fixture.clientId);
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
    const refused = await fetch(fixture.mcpUrl, {
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
