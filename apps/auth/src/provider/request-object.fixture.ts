import { expect } from '@jest/globals';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { Answer } from '../../../../test/support/http.js';
import { generateAssertionKey, storeAuthentication, type AssertionKey } from '../client-authentication/assertion/assertion.fixture.js';
import { clientCall, codeRequest, InProcessAuth, type ServedDomainOfTest } from '../in-process-auth.fixture.js';

export const ISSUER_OF_WORKLOAD = 'https://ci.example.com';

/** An auth server with clients that sign their requests. */
export class RequestObjectFixture {
  private constructor(
    readonly auth: InProcessAuth,
    readonly domain: ServedDomainOfTest,
    /** Keys of the client: one of its PrivateKeyJwt method, and one of its workload's issuer. */
    readonly keys: { own: AssertionKey; workload: AssertionKey; ofAnother: AssertionKey },
    readonly clientId: string,
    readonly otherId: string,
  ) {}

  static async start(): Promise<RequestObjectFixture> {
    const auth = await InProcessAuth.start();
    const domain = await auth.domain();
    const [own, workload, ofAnother] = await Promise.all([generateAssertionKey(), generateAssertionKey(), generateAssertionKey()]);
    const clientId = await storeClient(auth, domain, { methods: [keyMethod(own.jwk), workloadMethod('app', workload.jwk)] });
    const otherId = await storeClient(auth, domain, { methods: [keyMethod(ofAnother.jwk)] });
    return new RequestObjectFixture(auth, domain, { own, workload, ofAnother }, clientId, otherId);
  }

  /** A client with the code flow, a secret and the given methods. */
  client(methods: object[], document: object = {}): Promise<string> {
    return storeClient(this.auth, this.domain, { methods, ...document });
  }

  /** Claims of a valid request object, with changes. Undefined claims are left out. */
  claims(changes: object = {}, clientId = this.clientId): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    return { ...codeRequest(clientId).request, iss: clientId, aud: this.domain.issuer, exp: now + 60, nbf: now, iat: now, ...changes };
  }

  /** A valid request object, with changes. */
  sign(changes: object = {}, header: Partial<JWTHeaderParameters> = { typ: 'oauth-authz-req+jwt' }): Promise<string> {
    return this.keys.own.sign(this.claims(changes), header);
  }

  authorize(request: string, outside: object = {}) {
    return this.auth.browser(this.domain).authorize({ client_id: this.clientId, request, ...outside });
  }

  push(request: string, outside: object = {}, clientId = this.clientId): Promise<Answer> {
    return this.auth.send(this.domain.name, '/connect/par', clientCall(clientId, { request, ...outside }));
  }

  /** The response to a program that sends the request object to the authorization endpoint, without a redirect URI in the query. */
  async refusal(request: string, clientId = this.clientId): Promise<unknown> {
    const query = new URLSearchParams({ client_id: clientId, request }).toString();
    const { status, json } = await this.auth.send(this.domain.name, `/connect/authorize?${query}`, {
      headers: { Accept: 'application/json' },
    });
    return [status, json];
  }

  async storedRows(): Promise<number> {
    const sql = 'SELECT count(*) FROM oidc_payload WHERE domain_id = $1';
    return Number((await this.auth.rows.query<{ count: string }>(sql, [this.domain.id]))[0]!.count);
  }
}

export function keyMethod(...keys: object[]): object {
  return { type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys } };
}

export function workloadMethod(subject: string, key: object): object {
  return { type: 'FederatedJwt', jwks_uri: null, issuer: ISSUER_OF_WORKLOAD, subject, jwks: { keys: [key] } };
}

async function storeClient(
  auth: InProcessAuth,
  domain: ServedDomainOfTest,
  { methods, ...document }: { methods: object[] },
): Promise<string> {
  const clientId = await auth.client(domain);
  const secret = { type: 'ClientSecret', jwks_uri: null };
  await storeAuthentication(auth, { domain_id: domain.id, client_id: clientId }, { methods: [secret, ...(methods as [])], ...document });
  return clientId;
}

/** The response to a rejected request. */
export function refused(description: unknown, error = 'invalid_request_object'): unknown {
  return [400, expect.objectContaining({ error, error_description: description })];
}

/** A JWT with any header and claims, whose signature `make` computes from its signing input. */
export function signText(header: object, claims: string, make = (_input: string): Buffer => Buffer.from('none')): string {
  const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(claims).toString('base64url')}`;
  return `${input}.${make(input).toString('base64url')}`;
}
