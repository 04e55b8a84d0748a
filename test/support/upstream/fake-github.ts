import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Grant {
  scope: string;
  codeChallenge: string | null;
  redirectUri: string;
}

export const GITHUB_CLIENT = { id: 'Iv1.latchkey', secret: 'the-secret-of-the-app-at-github' };

/**
 * A real HTTP server that speaks the documented parts of GitHub's API: the web application flow of OAuth apps, `GET /user` and
 * `GET /user/emails`. Errors of the token endpoint come with status 200, as there.
 */
export class FakeGitHub {
  /** The account that is signed in there. */
  user: Record<string, unknown> = {};
  emails: unknown = [];
  /** Answers in place of a path. */
  readonly faults = new Map<string, Handler>();
  private readonly codes = new Map<string, Grant>();
  private readonly tokens = new Map<string, Grant>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeGitHub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const github = new FakeGitHub(server);
    server.on('request', (request, response) => void github.handle(request, response));
    return github;
  }

  async stop(): Promise<void> {
    this.server.close().closeAllConnections();
    await once(this.server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The members of an identity provider. */
  get oauth2() {
    return {
      authorizationEndpoint: `${this.url}/login/oauth/authorize`,
      tokenEndpoint: `${this.url}/login/oauth/access_token`,
      userinfoEndpoint: `${this.url}/user`,
      emailsEndpoint: `${this.url}/user/emails`,
    };
  }

  /** Signs a user in and ends all misbehaviour. */
  signInAs(user: Record<string, unknown>, emails: unknown): void {
    this.faults.clear();
    this.user = user;
    this.emails = emails;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    const fault = this.faults.get(pathname);
    if (fault) return fault(request, response);
    if (pathname === '/login/oauth/authorize') return this.authorize(searchParams, response);
    if (pathname === '/login/oauth/access_token') return this.issueToken(request, response);
    const grant = this.tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');
    if (!grant || !request.headers['user-agent']) return sendJson(response, 401, { message: 'Requires authentication' });
    if (pathname === '/user') return sendJson(response, 200, this.user);
    const maySee = pathname === '/user/emails' && /\buser(:email)?\b/.test(grant.scope);
    return maySee ? sendJson(response, 200, this.emails) : sendJson(response, 404, { message: 'Not Found' });
  }

  private authorize(query: URLSearchParams, response: ServerResponse): void {
    const [redirectUri, code] = [query.get('redirect_uri') ?? '', randomUUID()];
    if (query.get('client_id') !== GITHUB_CLIENT.id) return sendJson(response, 404, {});
    this.codes.set(code, { scope: query.get('scope') ?? '', codeChallenge: query.get('code_challenge'), redirectUri });
    const location = `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()}`;
    response.writeHead(302, { Location: location }).end();
  }

  private async issueToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const body = this.redeem(form);
    // Without this header GitHub answers with a form.
    if (request.headers.accept?.includes('application/json')) return sendJson(response, 200, body);
    response.writeHead(200, { 'Content-Type': 'application/x-www-form-urlencoded' }).end(new URLSearchParams(body).toString());
  }

  private redeem(form: URLSearchParams): Record<string, string> {
    if (form.get('client_id') !== GITHUB_CLIENT.id || form.get('client_secret') !== GITHUB_CLIENT.secret)
      return { error: 'incorrect_client_credentials', error_description: 'The client_id and/or client_secret passed are incorrect.' };
    const grant = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.codeChallenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' };
    const token = `gho_${randomUUID()}`;
    this.tokens.set(token, grant);
    return { access_token: token, scope: grant.scope.replaceAll(' ', ','), token_type: 'bearer' };
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
