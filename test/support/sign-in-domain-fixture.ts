import type { Caller } from './management.js';
import { OpenidClientApp } from './relying-party/openid-client.js';
import { freePort } from './service-process.js';
import type { SignInStack } from './sign-in-stack.js';

/** The attributes of a test user beside the username. */
export type Attributes = Record<string, unknown>;

/** A user who can sign in. */
export interface TestUser {
  sub: string;
  username: string;
  email: string;
}

/** A domain whose users sign in to third-party applications. */
export class SignInDomainFixture {
  private readonly apps: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly stack: SignInStack,
    readonly domain: string,
  ) {}

  static async create(stack: SignInStack): Promise<SignInDomainFixture> {
    return new SignInDomainFixture(stack, await stack.caller.registerDomain());
  }

  get issuer(): string {
    return this.stack.issuerOf(this.domain);
  }

  /** @param username 10 characters or more */
  async user(username: string, attributes: Attributes = {}): Promise<TestUser> {
    const { sub } = expectOk(await this.caller.post(`${this.path}/user`, { preferredUsername: username, name: 'Maria Muster' })) as {
      sub: string;
    };
    const email = `${username}@example.com`;
    expectOk(await this.caller.patch(`${this.path}/user/${sub}`, { email, ...attributes }));
    return { sub, username, email };
  }

  /** Provisions a client of the code flow. @returns its secret, null if it is public */
  async client(clientId: string, configuration: Record<string, unknown>): Promise<string | null> {
    const defaults = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid profile email offline_access' };
    const answer = await this.caller.put(`${this.path}/client/${clientId}`, { ...defaults, ...configuration });
    return (expectOk(answer) as { clientSecret: string | null }).clientSecret;
  }

  /** Starts an application that uses openid-client. @param configuration of its client, besides its redirect URIs */
  async app(clientId: string, configuration: Record<string, unknown> = {}): Promise<OpenidClientApp> {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const uris = { redirectUris: [`${origin}/callback`], postSignOutRedirectUris: [`${origin}/`] };
    const clientSecret = (await this.client(clientId, { ...uris, ...configuration }))!;
    const scope = 'openid profile email offline_access';
    const app = await OpenidClientApp.start({ issuer: this.issuer, clientId, clientSecret, scope, port });
    this.apps.push(app);
    return app;
  }

  /** The entries of one type in the domain's log, newest first. */
  async log(type: string): Promise<Record<string, unknown>[]> {
    const { json } = await this.caller.get(`${this.path}/log?type=${type}`);
    return json as Record<string, unknown>[];
  }

  /** Stops the applications. */
  async stop(): Promise<void> {
    await Promise.all(this.apps.map((app) => app.stop()));
  }

  private get caller(): Caller {
    return this.stack.caller;
  }

  private get path(): string {
    return `/v1/domain/${this.domain}`;
  }
}

function expectOk({ status, text, json }: { status: number; text: string; json: unknown }): unknown {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return json;
}
