import { afterAll, beforeAll } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { withBrowserUser } from '../browser/browser.js';
import { useSignInBrowserFixture, type SignInBrowserFixture } from '../browser/sign-in-browser-fixture.js';
import { button, heading, signInByLink } from '../browser/sign-in-steps.js';
import { CertificateIssuer } from '../certificates.js';
import { eventually } from '../eventually.js';
import { pathOfExample } from '../examples/example.js';
import { ServerProgram } from '../relying-party/server-program.js';
import { freePort } from '../service-process.js';
import type { TestUser } from '../sign-in-domain-fixture.js';

/** Resolves the names of domains in this process and in that of the example. */
const LOOPBACK_NAMES = new URL('../relying-party/loopback-names.mjs', import.meta.url).href;

const originOf = (server: Server, scheme: string, host: string) => `${scheme}://${host}:${(server.address() as AddressInfo).port}`;

/** What the document of a client says beside its client_id. @param redirectUri at a loopback address, of which any port will do */
export function describeClient(redirectUri: string) {
  return {
    client_name: 'Notes client',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/** The server of examples/mcp-server, guarded by a domain that knows none of its clients, and the document of a client. Read it only in tests. */
export class McpFixture {
  mcpUrl!: URL;
  private mcpServer: ServerProgram | undefined;
  private documents!: Server;
  private readonly systemAuthorities = getCACertificates('default');

  constructor(readonly signIn: SignInBrowserFixture) {}

  get clientId(): string {
    return `${originOf(this.documents, 'https', 'localhost')}/client.json`;
  }

  async start(): Promise<void> {
    await import(LOOPBACK_NAMES);
    await this.startDocuments();
    await this.startMcpServer();
  }

  async stop(): Promise<void> {
    setDefaultCACertificates(this.systemAuthorities);
    await this.mcpServer?.stop();
    this.documents?.close();
  }

  /** Lets the user sign in and allow in a browser what a client asks for. */
  async allow(authorizationUrl: string, user: TestUser): Promise<void> {
    const { browser, world } = this.signIn;
    const { searchParams } = new URL(authorizationUrl);
    await withBrowserUser(browser, async ({ page }) => {
      await signInByLink(page, world, { from: authorizationUrl, user });
      await button(page, 'Not now').click();
      await heading(page, `${new URL(this.clientId).host} asks for access`).waitFor();
      await button(page, 'Allow').click();
      await page.waitForURL((url) => url.href.startsWith(searchParams.get('redirect_uri')!));
    });
  }

  /** Serves the document of the client by https, with a certificate that this process trusts. */
  private async startDocuments(): Promise<void> {
    const { pem, privateKey } = await new CertificateIssuer().issue({
      subject: 'CN=localhost',
      alternativeNames: [{ type: 'dns', value: 'localhost' }],
      isAuthority: true,
    });
    setDefaultCACertificates([...this.systemAuthorities, pem]);
    this.documents = createServer({ cert: pem, key: privateKey }, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ client_id: this.clientId, ...describeClient('http://127.0.0.1/callback') }));
    }) as unknown as Server;
    await once(this.documents.listen(0, '127.0.0.1'), 'listening');
  }

  private async startMcpServer(): Promise<void> {
    const port = await freePort();
    this.mcpUrl = new URL(`http://localhost:${port}/mcp`);
    const { domain, issuer, stack } = this.signIn.world;
    const path = `/v1/domain/${domain}`;
    const scopes = ['notes:read', 'notes:write'].map((scope) => ({ scope, description: scope }));
    await stack.caller.put(`${path}/resource/notes`, { audience: this.mcpUrl.href, name: 'Notes', scopes });
    await stack.caller.put(`${path}/client-registration`, { metadataDocuments: { enabled: true, resources: ['notes'] } });
    const args = ['--import', LOOPBACK_NAMES, pathOfExample('mcp-server/server.mjs')];
    this.mcpServer = new ServerProgram(process.execPath, args, { ISSUER: issuer, PORT: String(port) });
    await eventually(async () => this.mcpServer!.output.includes('wants tokens') || null);
  }
}

/** Starts both services, a browser and the example before the tests of a file, and stops them after the last one. */
export function useMcpFixture(): McpFixture {
  const fixture = new McpFixture(useSignInBrowserFixture());
  beforeAll(() => fixture.start(), 60_000);
  afterAll(() => fixture.stop());
  return fixture;
}
