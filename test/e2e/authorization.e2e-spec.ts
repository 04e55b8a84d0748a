import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { issuerOf, startAuth, tokenCall, type StartedAuth } from '../support/auth.js';
import { provisionClient, type ServiceClient } from '../support/service-client.js';
import { startStack, type Stack } from '../support/stack.js';

const [ORDERS, STOCK] = ['https://orders.example.com', 'https://stock.example.com'];
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

let stack: Stack;
let otherAuth: StartedAuth;
let domain: string;
let web: ServiceClient;
let orders: ServiceClient;

beforeAll(async () => {
  stack = await startStack();
  otherAuth = await startAuth(stack.database.url);
}, 60_000);

afterAll(async () => {
  await otherAuth.stop();
  await stack.stop();
});

/** Sends a document to the management API, which must accept it. */
async function put(path: string, body: object): Promise<void> {
  const { status, text } = await stack.caller.put(`/v1/domain/${domain}/${path}`, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
}

const resource = (id: string, audience: string) => ({
  audience,
  name: id,
  scopes: ['read', `${id}:write`].map((scope) => ({ scope, description: scope })),
});

beforeEach(async () => {
  domain = await stack.caller.registerDomain();
  await put('resource/orders', resource('orders', ORDERS));
  await put('resource/stock', { ...resource('stock', STOCK), enforceRoles: true });
  await put('role/clerk', { permissions: [{ resource: 'stock', scopes: ['read'] }] });
  web = await provisionClient(stack.caller, domain, { clientId: 'web' });
  orders = await provisionClient(stack.caller, domain, { clientId: 'orders', configuration: { audiences: [ORDERS] } });
  await put('client/web/resource/orders', { scopes: ['read'] });
  await put('client/web/claims', { accessToken: { tenant: 'acme' } });
  await put('client/orders/role', ['clerk']);
  await put('client/orders/grants', { tokenExchange: { mode: 'Delegation', resources: { stock: ['read'] } } });
});

async function ask(auth: Pick<StartedAuth, 'send'>, client: ServiceClient, audience: string) {
  const { status, json } = await auth.send(domain, '/connect/token', tokenCall(client, { resource: audience }));
  return { status, json: json as { access_token: string; error?: string } };
}

describe('what the management API allows at resources', () => {
  it('is in the next token of every replica, and out of it', async () => {
    for (const auth of [stack.auth, otherAuth]) {
      const claims = decodeJwt((await ask(auth, orders, STOCK)).json.access_token);
      expect(claims).toMatchObject({ aud: STOCK, scope: 'read', roles: ['clerk'] });
    }
    await put('client/orders/role', []);

    for (const auth of [stack.auth, otherAuth])
      expect(await ask(auth, orders, STOCK)).toMatchObject({ status: 400, json: { error: 'invalid_target' } });
  });

  it('keeps two APIs with a scope of the same name apart', async () => {
    expect(decodeJwt((await ask(stack.auth, web, ORDERS)).json.access_token)).toMatchObject({ aud: ORDERS, scope: 'read', tenant: 'acme' });
    expect(await ask(stack.auth, web, STOCK)).toMatchObject({ status: 400, json: { error: 'invalid_target' } });
  });

  it('does not return when a resource is deleted and created again', async () => {
    const { json } = await ask(stack.auth, web, ORDERS);
    await stack.caller.delete(`/v1/domain/${domain}/resource/orders`);
    await put('resource/orders', resource('orders', ORDERS));

    expect(await ask(stack.auth, web, ORDERS)).toMatchObject({ status: 400, json: { error: 'invalid_target' } });
    const form = { ...tokenCall(orders), body: new URLSearchParams({ token: json.access_token }).toString() };
    expect((await stack.auth.send(domain, '/connect/introspect', form)).json).toEqual({ active: false });
  });
});

describe('openid-client', () => {
  it('exchanges a token', async () => {
    const fetch = async (address: string, { method, headers, body }: { method?: string; headers?: unknown; body?: unknown }) => {
      const { host, pathname } = new URL(address);
      const call = { method, headers: Object.fromEntries(new Headers(headers as Record<string, string>)), body: body?.toString() };
      const answer = await stack.auth.send(host, pathname, call);
      return new Response(answer.text, { status: answer.status, headers: answer.headers as Record<string, string> });
    };
    const { clientId, clientSecret } = orders;
    const options = { [openid.customFetch]: fetch as openid.CustomFetch };
    const configuration = await openid.discovery(new URL(issuerOf(domain)), clientId, clientSecret, undefined, options);
    const { access_token: subjectToken } = (await ask(stack.auth, web, ORDERS)).json;

    const parameters = { subject_token: subjectToken, subject_token_type: ACCESS_TOKEN, resource: STOCK };
    const exchanged = await openid.genericGrantRequest(configuration, TOKEN_EXCHANGE, parameters);

    expect(exchanged).toMatchObject({ issued_token_type: ACCESS_TOKEN, token_type: 'bearer', scope: 'read' });
    expect(decodeJwt(exchanged.access_token)).toMatchObject({ sub: 'web', client_id: 'orders', aud: STOCK, act: { sub: 'orders' } });
    expect(configuration.serverMetadata()['grant_types_supported']).toContain(TOKEN_EXCHANGE);
  });
});
