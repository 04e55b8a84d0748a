import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { JWT_BEARER } from '@latchkey/oauth';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import type { Row } from '../../../../../test/support/rows.js';
import { useAuthFixture } from '../../auth.fixture.js';
import { generateAssertionKey, type AssertionKey } from '../../client-authentication/assertion/assertion.fixture.js';
import { clientCall, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

export const IDP = 'https://idp.example.com';
export const [ORDERS, STOCK] = ['https://orders.example.com', 'https://stock.example.com'];
const RESOURCES = { orders: ['orders:read', 'orders:write'] };

export interface Answered {
  status: number;
  json: Tokens & { error?: string; error_description?: string };
}

export const now = () => Math.floor(Date.now() / 1_000);

/** A domain with an identity provider whose assertions a client may use, and with two APIs, for the tests of a file. */
export function useAssertions() {
  const fixture = useAuthFixture();
  let key: AssertionKey;
  let client: string;
  let api: string;
  let publisher: Server;
  let publishedKeys: object[];

  const publish = (...keys: AssertionKey[]): string => {
    publishedKeys = keys.map(({ jwk }) => jwk);
    return `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/jwks`;
  };

  const insert = (table: string, values: Row) => fixture.auth.rows.insert(table, { domain_id: fixture.domain.id, ...values });

  async function change(text: string, ...values: unknown[]): Promise<void> {
    const { rows } = fixture.auth;
    await rows.query(text, [fixture.domain.id, ...values]);
    await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
    await rows.query(`UPDATE client SET revision = nextval('revision') WHERE domain_id = $1`, [fixture.domain.id]);
  }

  const issuerOf = (values: object = {}) => ({
    issuer: IDP,
    jwks: { keys: [key.jwk] },
    jwksUri: null,
    subjectClaim: 'sub',
    resources: RESOURCES,
    ...values,
  });
  const grantsOf = (...issuers: object[]) => ({
    clientCredentials: false,
    deviceCode: false,
    tokenExchange: null,
    jwtBearer: { issuers },
  });

  async function clientWith(further_grants: object | null, values: Row = {}): Promise<string> {
    const id = await fixture.client({ grant_type: 'ClientCredentials', further_grants, ...values });
    for (const resource of ['orders', 'stock'])
      await insert('client_resource', { client_id: id, resource_id: resource, scopes: [`${resource}:read`] });
    return id;
  }

  beforeAll(async () => {
    key = await generateAssertionKey('RS256', 'idp-key');
    for (const [id, audience] of Object.entries({ orders: ORDERS, stock: STOCK })) {
      const scopes = JSON.stringify([`${id}:read`, `${id}:write`].map((scope) => ({ scope, description: scope })));
      await insert('resource', { resource_id: id, audience, scopes });
    }
    await change('UPDATE domain SET name = name WHERE id = $1');
    const claim_mapping = { email: 'email', name: 'name' };
    await insert('identity_provider', { name: 'idp', issuer: IDP, claim_mapping, create_users: true, required_claims: {} });
    publisher = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: publishedKeys }));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    client = await clientWith(grantsOf(issuerOf()));
    api = await fixture.client({ grant_type: 'ClientCredentials', audiences: [ORDERS, STOCK] });
  });

  afterAll(() => {
    publisher.close().closeAllConnections();
  });

  function assertedClaims(changes: JWTPayload = {}): JWTPayload {
    return {
      iss: IDP,
      sub: 'u-1',
      aud: fixture.domain.issuer,
      client_id: client,
      jti: randomUUID(),
      iat: now(),
      exp: now() + 300,
      resource: ORDERS,
      scope: 'orders:read',
      email: 'maya@example.com',
      name: 'Maya',
      ...changes,
    };
  }

  const sign = (changes: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}, signer = key) =>
    signer.sign(assertedClaims(changes), { typ: 'oauth-id-jag+jwt', ...header });

  async function send(
    assertion: string | undefined,
    parameters: Record<string, string> = {},
    by = client,
    headers = {},
  ): Promise<Answered> {
    const form = { grant_type: JWT_BEARER, ...(assertion !== undefined && { assertion }), ...parameters };
    const call = clientCall(by, form, SECRET);
    const { status, json } = await fixture.send('/connect/token', { ...call, headers: { ...call.headers, ...headers } });
    return { status, json: json as Answered['json'] };
  }

  const introspect = async (token: string) =>
    (await fixture.post('/connect/introspect', { token }, { clientId: api, secret: SECRET })).json as Record<string, unknown>;
  const countUsers = async () =>
    Number(
      (await fixture.auth.rows.query<{ n: string }>('SELECT count(*) AS n FROM end_user WHERE domain_id = $1', [fixture.domain.id]))[0]!.n,
    );

  return {
    fixture,
    change,
    issuerOf,
    grantsOf,
    clientWith,
    assertedClaims,
    sign,
    send,
    introspect,
    countUsers,
    publish,
    /** The id of a client that may use assertions of the identity provider. */
    get client() {
      return client;
    },
    /** The id of a client that stands at both APIs. */
    get api() {
      return api;
    },
    /** The key of the identity provider. */
    get key() {
      return key;
    },
  };
}
