import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { TOKEN_EXCHANGE } from '@latchkey/oauth';
import type { Row } from '../../../../../test/support/rows.js';
import { useAuthFixture } from '../../auth.fixture.js';
import { generateProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { clientCall, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const [ORDERS, STOCK, PRICES] = ['https://orders.example.com', 'https://stock.example.com', 'https://prices.example.com'];

interface Response {
  status: number;
  json: Tokens & { error?: string; issued_token_type?: string; token_type?: string };
}

const fixture = useAuthFixture();
let web: string;
let orders: string;
let stock: string;
let sub: string;
let userToken: string;
let between: string;

const insert = (table: string, values: Row) => fixture.auth.rows.insert(table, { domain_id: fixture.domain.id, ...values });

async function change(text: string, ...values: unknown[]): Promise<void> {
  const { rows } = fixture.auth;
  await rows.query(text, [fixture.domain.id, ...values]);
  await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
  await rows.query(`UPDATE client SET revision = nextval('revision') WHERE domain_id = $1`, [fixture.domain.id]);
}

/** A service that stands at one API and calls another. */
async function service(audience: string, mode: string, resources: Record<string, string[]>): Promise<string> {
  const further = { clientCredentials: false, deviceCode: false, tokenExchange: { mode, resources } };
  const clientId = await fixture.client({ grant_type: 'ClientCredentials', audiences: [audience], further_grants: further });
  for (const [resource_id, scopes] of Object.entries(resources))
    await insert('client_resource', { client_id: clientId, resource_id, scopes });
  return clientId;
}

beforeEach(async () => {
  await change('DELETE FROM resource WHERE domain_id = $1');
  for (const [id, audience] of Object.entries({ orders: ORDERS, stock: STOCK, prices: PRICES })) {
    const scopes = JSON.stringify([`${id}:read`, `${id}:write`].map((scope) => ({ scope, description: scope })));
    await insert('resource', { resource_id: id, audience, scopes });
  }
  web = await fixture.client({ scope: 'openid' });
  await insert('client_resource', { client_id: web, resource_id: 'orders', scopes: ['orders:read'] });
  orders = await service(ORDERS, 'Delegation', { stock: ['stock:read'] });
  stock = await service(STOCK, 'Delegation', { prices: ['prices:read'], stock: ['stock:read', 'stock:write'] });
  await change('UPDATE client SET scope = scope WHERE domain_id = $1');
  sub = await fixture.user();
  fixture.sub = sub;
  userToken = (await fixture.signIn({ resource: ORDERS, scope: 'openid orders:read' }, { clientId: web })).access_token;
});

async function exchange(clientId: string, token: string, parameters: Record<string, string> = {}): Promise<Response> {
  const form = { grant_type: TOKEN_EXCHANGE, subject_token: token, subject_token_type: ACCESS_TOKEN, resource: STOCK, ...parameters };
  const { status, json } = await fixture.post('/connect/token', form, { clientId, secret: SECRET });
  return { status, json: json as Response['json'] };
}

/** The token of a client itself at the first API. */
async function requestOwnToken(): Promise<{ batch: string; own: string }> {
  const batch = await fixture.client({ grant_type: 'ClientCredentials' });
  await insert('client_resource', { client_id: batch, resource_id: 'orders', scopes: ['orders:read'] });
  await change('UPDATE client SET scope = scope WHERE domain_id = $1');
  const form = { grant_type: 'client_credentials', resource: ORDERS };
  return { batch, own: (await fixture.requestTokens(form, { clientId: batch, secret: SECRET })).access_token };
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid;

const introspect = async (token: string, clientId: string) =>
  (await fixture.post('/connect/introspect', { token }, { clientId, secret: SECRET })).json as Record<string, unknown>;

describe('token exchange', () => {
  it('keeps the user and names the actors, through a chain of services', async () => {
    const first = await exchange(orders, userToken);
    const second = await exchange(stock, first.json.access_token, { resource: PRICES });

    expect(first).toMatchObject({ status: 200, json: { issued_token_type: ACCESS_TOKEN, token_type: 'Bearer', scope: 'stock:read' } });
    expect(decodeJwt(first.json.access_token)).toMatchObject({
      sub,
      client_id: orders,
      aud: STOCK,
      scope: 'stock:read',
      act: { sub: orders },
    });
    expect(decodeJwt(second.json.access_token)).toMatchObject({
      sub,
      client_id: stock,
      aud: PRICES,
      act: { sub: stock, act: { sub: orders } },
    });
    const [before, after] = [userToken, second.json.access_token].map((token) => decodeJwt(token).exp!);
    expect(after!).toBeLessThanOrEqual(before!);
    const seen = await introspect(first.json.access_token, stock);
    expect(seen).toMatchObject({ active: true, sub, client_id: orders, aud: STOCK, scope: 'stock:read', act: { sub: orders } });
  });

  it('keeps a client as the subject', async () => {
    const { batch, own } = await requestOwnToken();

    const { json } = await exchange(orders, own);
    const further = await exchange(stock, json.access_token, { resource: PRICES });

    expect(decodeJwt(json.access_token)).toMatchObject({ sub: batch, client_id: orders, act: { sub: orders } });
    expect(await introspect(further.json.access_token, stock)).toMatchObject({ active: true, sub: batch, scope: 'prices:read' });
    await change('DELETE FROM client WHERE domain_id = $1 AND client_id = $2', batch);
    expect(await introspect(further.json.access_token, stock)).toEqual({ active: false });
  });

  it('names no roles of the client that exchanges it', async () => {
    await change(`UPDATE resource SET enforce_roles = true WHERE domain_id = $1`);
    await insert('role', { role: 'stockman' });
    await insert('role_permission', { role: 'stockman', resource_id: 'stock', scopes: ['stock:read'] });
    await insert('client_role', { client_id: orders, role: 'stockman' });
    const { batch, own } = await requestOwnToken();

    const { json } = await exchange(orders, own);

    expect(decodeJwt(json.access_token)).toMatchObject({ sub: batch, roles: [] });
    expect(await introspect(json.access_token, stock)).toMatchObject({ active: true, sub: batch, roles: [] });
    await change(`DELETE FROM role WHERE domain_id = $1`);
  });

  it('conceals the client that impersonates, but no actor before it', async () => {
    const tokenExchange = { mode: 'Impersonation', resources: { prices: ['prices:read'] } };
    await change('UPDATE client SET further_grants = $2 WHERE domain_id = $1 AND client_id = $3', { tokenExchange }, stock);

    const first = await exchange(orders, userToken);
    const { json } = await exchange(stock, first.json.access_token, { resource: PRICES });

    expect(decodeJwt(json.access_token)).toMatchObject({ sub, client_id: stock, act: { sub: orders } });
  });

  it.each<[string, () => Promise<Response>, number, string]>([
    ['a client without the grant', () => exchange(web, userToken), 400, 'unauthorized_client'],
    ['a resource that the document does not name', () => exchange(orders, userToken, { resource: PRICES }), 400, 'invalid_target'],
    ['no resource', () => exchange(orders, userToken, { resource: '' }), 400, 'invalid_request'],
    ['a scope beyond the document', () => exchange(orders, userToken, { scope: 'stock:write' }), 400, 'invalid_scope'],
    ['a token for another API', () => exchange(stock, userToken, { resource: PRICES }), 400, 'invalid_request'],
    ['no token', () => exchange(orders, 'none'), 400, 'invalid_request'],
    ['another type of token', () => exchange(orders, userToken, { subject_token_type: 'urn:x' }), 400, 'invalid_request'],
    ['an actor token', () => exchange(orders, userToken, { actor_token: userToken }), 400, 'invalid_request'],
    ['an audience', () => exchange(orders, userToken, { audience: 'stock' }), 400, 'invalid_target'],
  ])('refuses %s', async (_what, request, status, error) => {
    expect(await request()).toMatchObject({ status, json: { error } });
  });

  it('refuses a public client', async () => {
    const further = { tokenExchange: { mode: 'Delegation', resources: { stock: ['stock:read'] } } };
    const open = await fixture.client({ client_type: 'Public', audiences: [ORDERS], further_grants: further });
    const form = { grant_type: TOKEN_EXCHANGE, subject_token: userToken, subject_token_type: ACCESS_TOKEN, resource: STOCK };

    const { json } = await fixture.post('/connect/token', form, { clientId: open, secret: null });

    expect(json).toMatchObject({ error: 'unauthorized_client' });
  });

  it('refuses a token of another domain', async () => {
    const elsewhere = await fixture.auth.domain();
    const clientId = await fixture.auth.client(elsewhere, { grant_type: 'ClientCredentials' });
    const call = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: SECRET }).toString();
    const { json } = await fixture.auth.send(elsewhere.name, '/connect/token', { ...call, body });

    expect(await exchange(orders, (json as Tokens).access_token)).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('refuses a sixth exchange', async () => {
    const further = { tokenExchange: { mode: 'Delegation', resources: { stock: ['stock:read'] } } };
    await change('UPDATE client SET further_grants = $2 WHERE domain_id = $1 AND client_id = $3', further, orders);
    let token = userToken;
    for (let n = 0; n < 5; n += 1) token = (await exchange(orders, token)).json.access_token;

    expect(await exchange(orders, token)).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  it('never widens the scope at the same resource', async () => {
    const first = await exchange(orders, userToken);

    expect((await exchange(stock, first.json.access_token, { scope: 'stock:write' })).json.error).toBe('invalid_scope');
    expect((await exchange(stock, first.json.access_token)).json.scope).toBe('stock:read');
  });

  it('limits the scope to the roles of the user', async () => {
    await change(`UPDATE resource SET enforce_roles = true WHERE domain_id = $1`);

    expect(decodeJwt((await exchange(orders, userToken)).json.access_token)).toMatchObject({ roles: [] });
    expect((await exchange(orders, userToken, { scope: 'stock:read' })).json.error).toBe('invalid_scope');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its user is deactivated', () => change('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', sub)],
    ['the first client is deleted', () => fixture.recreateClient(web)],
    ['a client between is deleted', () => fixture.recreateClient(orders)],
    [
      'a client between loses the grant',
      () => change('UPDATE client SET further_grants = null WHERE domain_id = $1 AND client_id = $2', orders),
    ],
    ['its client loses the grant', () => change('UPDATE client SET further_grants = null WHERE domain_id = $1 AND client_id = $2', stock)],
    ['its first token is revoked', () => fixture.post('/connect/revocation', { token: userToken }, { clientId: web, secret: SECRET })],
    ['a token between is revoked', () => fixture.post('/connect/revocation', { token: between }, { clientId: orders, secret: SECRET })],
    ['a resource between is deleted', () => change(`DELETE FROM resource WHERE domain_id = $1 AND resource_id = 'stock'`)],
    ['its client loses the scopes there', () => change(`DELETE FROM client_resource WHERE domain_id = $1 AND client_id = $2`, stock)],
    [
      'a client between loses the scopes there',
      () => change(`DELETE FROM client_resource WHERE domain_id = $1 AND client_id = $2`, orders),
    ],
    ['the first client loses the scopes there', () => change(`DELETE FROM client_resource WHERE domain_id = $1 AND client_id = $2`, web)],
    [
      'the key of the first token is removed',
      () => change(`UPDATE oidc_payload SET payload = replace(payload::text, $2, 'removed')::json WHERE domain_id = $1`, kidOf(userToken)),
    ],
  ])('ends when %s', async (_what, end) => {
    between = (await exchange(orders, userToken)).json.access_token;
    const { json } = await exchange(stock, between, { resource: PRICES });
    const api = await fixture.client({ grant_type: 'ClientCredentials', audiences: [PRICES] });
    expect(await introspect(json.access_token, api)).toMatchObject({ active: true });

    await end();

    expect(await introspect(json.access_token, api)).toEqual({ active: false });
  });

  it('gives an opaque token where the resource says so, which can be exchanged in turn', async () => {
    await change(`UPDATE resource SET token_format = 'Opaque' WHERE domain_id = $1 AND resource_id = 'stock'`);

    const { json } = await exchange(orders, userToken);
    const further = await exchange(stock, json.access_token, { resource: PRICES });

    expect(json.access_token).not.toContain('.');
    expect(await introspect(json.access_token, stock)).toMatchObject({ active: true, sub, aud: STOCK, act: { sub: orders } });
    expect(decodeJwt(further.json.access_token)).toMatchObject({ sub, act: { sub: stock, act: { sub: orders } } });
  });

  it('binds the token to the key of its requester, and takes each proof once', async () => {
    const signer = await generateProofSigner();
    const proof = await signer.prove(`${fixture.domain.issuer}/connect/token`);
    const form = { grant_type: TOKEN_EXCHANGE, subject_token: userToken, subject_token_type: ACCESS_TOKEN, resource: STOCK };
    const call = clientCall(orders, form);
    const send = () => fixture.send('/connect/token', { ...call, headers: { ...call.headers, DPoP: proof } });

    const [first, second] = [await send(), await send()];

    expect(first).toMatchObject({ status: 200, json: { token_type: 'DPoP' } });
    expect(decodeJwt((first.json as Tokens).access_token)).toMatchObject({ cnf: { jkt: signer.thumbprint } });
    expect(second).toMatchObject({ status: 400, json: { error: 'invalid_dpop_proof' } });
  });

  it('revokes only its own token', async () => {
    const { json } = await exchange(orders, userToken);
    await fixture.post('/connect/revocation', { token: json.access_token }, { clientId: orders, secret: SECRET });

    expect(await introspect(json.access_token, orders)).toEqual({ active: false });
    expect(await introspect(userToken, web)).toMatchObject({ active: true });
  });

  it('is logged with both parties', async () => {
    const { batch, own } = await requestOwnToken();
    await exchange(orders, userToken);
    await exchange(orders, own);

    const entries = await fixture.auth.rows.query<Row>(
      `SELECT sub, client_id, data FROM log_entry WHERE domain_id = $1 AND type = 'token.exchanged' ORDER BY at DESC LIMIT 2`,
      [fixture.domain.id],
    );
    const data = { subject: batch, subjectClient: batch, resource: 'stock', scopes: ['stock:read'], delegated: true };
    // The data of an entry about a user is encrypted.
    expect(entries).toMatchObject([
      { sub: null, client_id: orders, data },
      { sub, client_id: orders },
    ]);
  });
});
