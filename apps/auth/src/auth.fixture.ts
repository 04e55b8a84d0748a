import { afterAll, beforeAll } from '@jest/globals';
import type { Answer, Call } from '../../../test/support/http.js';
import type { Row } from '../../../test/support/rows.js';
import {
  clientCall,
  codeGrant,
  codeRequest,
  InProcessAuth,
  SECRET,
  type Browser,
  type ServedDomainOfTest,
  type Tokens,
} from './in-process-auth.fixture.js';
import type { LoginResult } from './authorization/interaction.service.js';

interface Credentials {
  clientId: string;
  /** Null for a public client. */
  secret: string | null;
}

/**
 * State that the tests of one file share: an auth server, and a client and a user of one domain. Tests may replace the client and the user.
 */
export class AuthFixture {
  auth!: InProcessAuth;
  domain!: ServedDomainOfTest;
  clientId!: string;
  sub!: string;

  /** Creates another client. @returns its id */
  client(values: Row = {}): Promise<string> {
    return this.auth.client(this.domain, values);
  }

  /** Deletes a client as the management API does, and creates one with the same id and values. */
  async recreateClient(clientId: string): Promise<void> {
    const { rows } = this.auth;
    const columns = 'client_id, client_type, grant_type, scope, redirect_uris';
    const key = [this.domain.id, clientId];
    const [values] = await rows.query<Row>(`SELECT ${columns} FROM client WHERE domain_id = $1 AND client_id = $2`, key);
    for (const table of ['client', 'oidc_payload']) await rows.query(`DELETE FROM ${table} WHERE domain_id = $1 AND client_id = $2`, key);
    await this.client(values);
  }

  /** Creates another user. @returns their `sub` */
  user(values: Row = {}): Promise<string> {
    return this.auth.user(this.domain, values);
  }

  browser(): Browser {
    return this.auth.browser(this.domain);
  }

  /** A browser with a signed-in user: the fixture's, unless `signIn` names another. */
  async signedInBrowser(signIn: Partial<LoginResult> = {}): Promise<Browser> {
    const browser = this.browser();
    await browser.signIn(this.codeRequest().request, { sub: this.sub, ...signIn });
    return browser;
  }

  send(path: string, call?: Call): Promise<Answer> {
    return this.auth.send(this.domain.name, path, call);
  }

  /** Sends a form of the fixture's client with its secret, or of another client. */
  post(path: string, parameters: Record<string, string>, by: Credentials = { clientId: this.clientId, secret: SECRET }): Promise<Answer> {
    return this.send(path, clientCall(by.clientId, parameters, by.secret));
  }

  userinfo(accessToken: string): Promise<Answer> {
    return this.send('/connect/userinfo', { headers: { Authorization: `Bearer ${accessToken}` } });
  }

  codeRequest(parameters: Record<string, string> = {}): ReturnType<typeof codeRequest> {
    return codeRequest(this.clientId, parameters);
  }

  /** Signs the user in. @param parameters of the authorization request @returns the tokens of the client */
  async signIn(
    parameters: Record<string, string> = {},
    { browser = this.browser(), clientId = this.clientId } = {},
  ): Promise<Required<Tokens>> {
    const { request, verifier } = codeRequest(clientId, parameters);
    const response = await browser.authorizeAs(request, { sub: this.sub });
    return this.requestTokens(codeGrant(response, verifier), { clientId, secret: SECRET });
  }

  /** Sends a token request that must succeed. */
  async requestTokens(parameters: Record<string, string>, by?: Credentials): Promise<Required<Tokens>> {
    const { status, text, json } = await this.post('/connect/token', parameters, by);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as Required<Tokens>;
  }
}

interface AuthFixtureOptions {
  /** Columns of the client that differ from the defaults of `InProcessAuth.client`. */
  client?: Row;
  /** Columns of the user. */
  user?: Row;
  /** Further settings of the auth server, by variable. */
  environment?: Record<string, string>;
}

/** Starts an auth server with a domain, a client and a user before the tests of a file, and stops it after them. */
export function useAuthFixture({ client, user, environment = {} }: AuthFixtureOptions = {}): AuthFixture {
  const fixture = new AuthFixture();
  beforeAll(async () => {
    fixture.auth = await InProcessAuth.start({ environment });
    fixture.domain = await fixture.auth.domain();
    fixture.clientId = await fixture.client(client);
    fixture.sub = await fixture.user(user);
  }, 60_000);
  afterAll(() => fixture.auth.stop());
  return fixture;
}
