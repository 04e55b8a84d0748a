import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Row } from '../../../test/support/rows.js';
import { useAuthFixture } from './auth.fixture.js';
import { clientCall, codeGrant, codeRequest, SECRET, type Tokens } from './in-process-auth.fixture.js';

const [ORDERS, STOCK] = ['https://orders.example.com', 'https://stock.example.com'];
/** A form with an empty parameter does not take the fast path. */
const PATHS = [
  ['on the fast path', ''],
  ['through oidc-provider', '&&'],
] as const;

const fixture = useAuthFixture();
let service: string;
let web: string;
let sub: string;

const scopes = (...names: string[]) => JSON.stringify(names.map((scope) => ({ scope, description: `May ${scope}` })));
const insert = (table: string, values: Row) => fixture.auth.rows.insert(table, { domain_id: fixture.domain.id, ...values });

/** Changes rows as the management API does, with new revisions. */
async function change(text: string, ...values: unknown[]): Promise<void> {
  const { rows } = fixture.auth;
  await rows.query(text, [fixture.domain.id, ...values]);
  await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
  await rows.query(`UPDATE client SET revision = nextval('revision') WHERE domain_id = $1`, [fixture.domain.id]);
}

beforeEach(async () => {
  await change('DELETE FROM client_role WHERE domain_id = $1');
  for (const table of ['role', 'resource']) await change(`DELETE FROM ${table} WHERE domain_id = $1`);
  await insert('resource', { resource_id: 'orders', audience: ORDERS, scopes: scopes('read', 'orders:read', 'orders:write') });
  await insert('resource', { resource_id: 'stock', audience: STOCK, scopes: scopes('read', 'stock:read'), enforce_roles: true });
  service = await fixture.client({ grant_type: 'ClientCredentials', scope: 'old' });
  web = await fixture.client({ scope: 'openid offline_access orders' });
  sub = await fixture.user();
  for (const client_id of [service, web])
    await insert('client_resource', { client_id, resource_id: 'orders', scopes: ['orders:read', 'orders:write'] });
  await insert('role', { role: 'clerk' });
  await insert('role_permission', { role: 'clerk', resource_id: 'stock', scopes: ['stock:read'] });
  await change('UPDATE client SET revision = revision WHERE domain_id = $1');
});

async function ask(clientId: string, parameters: Record<string, string>, ending = '') {
  const call = clientCall(clientId, { grant_type: 'client_credentials', ...parameters });
  const { status, json } = await fixture.send('/connect/token', { ...call, body: `${call.body as string}${ending}` });
  return { status, json: json as Tokens & { error?: string } };
}

const claimsOf = ({ json }: { json: Tokens }) => decodeJwt(json.access_token);
const introspect = async (token: string, clientId: string) =>
  (await fixture.post('/connect/introspect', { token }, { clientId, secret: SECRET })).json as Record<string, unknown>;

describe.each(PATHS)('client credentials with a resource, %s', (_path, ending) => {
  it('give the scopes that the client has there, and the audience', async () => {
    const whole = await ask(service, { resource: ORDERS }, ending);

    expect(whole).toMatchObject({ status: 200, json: { scope: 'orders:read orders:write', expires_in: 3_600 } });
    expect(claimsOf(whole)).toMatchObject({ aud: ORDERS, scope: 'orders:read orders:write', sub: service });
    expect((await ask(service, { resource: ORDERS, scope: 'orders:read' }, ending)).json.scope).toBe('orders:read');
  });

  it.each([
    [{ resource: ORDERS, scope: 'read' }, 'invalid_scope'],
    [{ resource: ORDERS, scope: 'old' }, 'invalid_scope'],
    [{ resource: ORDERS, scope: 'orders:read stock:read' }, 'invalid_scope'],
    [{ resource: STOCK }, 'invalid_target'],
    [{ resource: `${ORDERS}/` }, 'invalid_target'],
    [{ resource: 'https://nobody.example.com' }, 'invalid_target'],
    [{ scope: 'orders:read' }, 'invalid_scope'],
  ])('refuse %j: %s', async (parameters, error) => {
    expect(await ask(service, parameters, ending)).toMatchObject({ status: 400, json: { error } });
  });

  it('stay as they were without a resource', async () => {
    const answer = await ask(service, {}, ending);

    expect(claimsOf(answer)).toMatchObject({ aud: fixture.domain.issuer, scope: 'old' });
    expect(claimsOf(answer)).not.toHaveProperty('roles');
  });

  it('follow a change at once, for new tokens and for introspection', async () => {
    const before = await ask(service, { resource: ORDERS }, ending);
    await change(`UPDATE client_resource SET scopes = '{orders:read}' WHERE domain_id = $1`);

    expect((await ask(service, { resource: ORDERS }, ending)).json.scope).toBe('orders:read');
    expect(await introspect(before.json.access_token, service)).toMatchObject({ active: true, scope: 'orders:read' });
    await change(`DELETE FROM resource WHERE domain_id = $1 AND resource_id = 'orders'`);

    expect((await ask(service, { resource: ORDERS }, ending)).json.error).toBe('invalid_target');
    expect(await introspect(before.json.access_token, service)).toEqual({ active: false });
  });

  it('end with the grant at the resource, even if the scope of the client has the same names', async () => {
    await change(`UPDATE client SET scope = 'orders:read' WHERE domain_id = $1`);
    const { json } = await ask(service, { resource: ORDERS }, ending);
    await change('DELETE FROM client_resource WHERE domain_id = $1');

    expect(await introspect(json.access_token, service)).toEqual({ active: false });
    await change('UPDATE client SET audiences = ARRAY[$2] WHERE domain_id = $1', ORDERS);
    const after = await introspect(json.access_token, service);
    expect(after).toMatchObject({ active: true, aud: ORDERS });
    expect(after['scope']).toBeUndefined();
  });

  it('name roles, which add scopes', async () => {
    await insert('client_role', { client_id: service, role: 'clerk' });
    await insert('role', { role: 'elsewhere' });
    await insert('client_role', { client_id: service, role: 'elsewhere' });
    await change('UPDATE client SET revision = revision WHERE domain_id = $1');

    const answer = await ask(service, { resource: STOCK }, ending);

    expect(claimsOf(answer)).toMatchObject({ aud: STOCK, scope: 'stock:read', roles: ['clerk'] });
    expect(await introspect(answer.json.access_token, service)).toMatchObject({ active: true, roles: ['clerk'], scope: 'stock:read' });
  });

  it('have the lifetime and the algorithm of the resource, and the claims of the client', async () => {
    await change(`UPDATE resource SET access_token_expiry = 77, signing_algorithm = 'RS256' WHERE domain_id = $1`);
    const claims = JSON.stringify({ tenant: 'acme', plan: ['gold'], sub: 'another' });
    await change('UPDATE client SET access_token_claims = $2 WHERE domain_id = $1', claims);

    const answer = await ask(service, { resource: ORDERS }, ending);

    expect(answer.json.expires_in).toBe(77);
    expect(decodeProtectedHeader(answer.json.access_token).alg).toBe('RS256');
    expect(claimsOf(answer)).toMatchObject({ tenant: 'acme', plan: ['gold'], sub: service });
    expect(claimsOf(await ask(service, {}, ending))).toMatchObject({ tenant: 'acme', sub: service });
  });

  it('have the typ JWT where the resource says so, and work as others do', async () => {
    await change(`UPDATE resource SET token_format = 'PlainJwt' WHERE domain_id = $1`);

    const { json } = await ask(service, { resource: ORDERS }, ending);

    expect(decodeProtectedHeader(json.access_token)).toMatchObject({ typ: 'JWT', alg: 'ES256' });
    expect(await introspect(json.access_token, service)).toMatchObject({ active: true, aud: ORDERS, sub: service });
    await change('UPDATE client SET audiences = ARRAY[$2] WHERE domain_id = $1', ORDERS);
    const without = (await ask(service, {}, ending)).json.access_token;
    expect(decodeProtectedHeader(without).typ).toBe('at+jwt');
    expect(await introspect(without, service)).toMatchObject({ active: true, aud: ORDERS });
    await change(`UPDATE resource SET token_format = 'Jwt' WHERE domain_id = $1`);
    expect(await introspect(json.access_token, service)).toEqual({ active: false });
  });

  it('are opaque where the resource says so, and only introspection reads them', async () => {
    await change(`UPDATE resource SET token_format = 'Opaque' WHERE domain_id = $1`);
    await change(`UPDATE client SET access_token_claims = '{"tenant": "acme"}' WHERE domain_id = $1`);
    const api = await fixture.client({ grant_type: 'ClientCredentials', audiences: [ORDERS] });
    const stranger = await fixture.client({ grant_type: 'ClientCredentials' });

    const { json } = await ask(service, { resource: ORDERS }, ending);

    expect(json.access_token).not.toContain('.');
    const active = { active: true, aud: ORDERS, client_id: service, scope: 'orders:read orders:write', tenant: 'acme' };
    expect(await introspect(json.access_token, api)).toMatchObject(active);
    expect(await introspect(json.access_token, stranger)).toEqual({ active: false });
    await fixture.post('/connect/revocation', { token: json.access_token }, { clientId: service, secret: SECRET });
    expect(await introspect(json.access_token, api)).toEqual({ active: false });
  });

  it('are for clients with sign-ins only if the operator allows it', async () => {
    expect((await ask(web, { resource: ORDERS }, ending)).json.error).toBe('unauthorized_client');
    await change(`UPDATE client SET further_grants = '{"clientCredentials": true}' WHERE domain_id = $1`);

    expect(claimsOf(await ask(web, { resource: ORDERS }, ending))).toMatchObject({ aud: ORDERS, sub: web });
  });
});

describe('sign-in with a resource', () => {
  async function signIn(parameters: Record<string, string>, redeemed: Record<string, string> = {}) {
    const { request, verifier } = codeRequest(web, parameters);
    const response = await fixture.browser().authorizeAs(request, { sub });
    const answer = await fixture.post(
      '/connect/token',
      { ...codeGrant(response, verifier), ...redeemed },
      { clientId: web, secret: SECRET },
    );
    return { response, json: answer.json as Required<Tokens> & { error?: string } };
  }

  const refresh = async (token: string) =>
    (await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: token }, { clientId: web, secret: SECRET }))
      .json as Required<Tokens>;

  it('gives a token for the API with its scopes alone, also by refresh', async () => {
    const { json } = await signIn({ resource: ORDERS, scope: 'openid offline_access orders:read' });

    expect(claimsOf({ json })).toMatchObject({ aud: ORDERS, scope: 'orders:read', sub });
    expect(json.id_token).toBeDefined();
    const refreshed = await refresh(json.refresh_token);
    expect(claimsOf({ json: refreshed })).toMatchObject({ aud: ORDERS, scope: 'orders:read', sub });
    expect(await introspect(refreshed.access_token, web)).toMatchObject({ active: true, scope: 'orders:read', sub });
  });

  it('gives a token with the typ JWT where the resource says so, and takes no ID token for one', async () => {
    await change(`UPDATE resource SET token_format = 'PlainJwt' WHERE domain_id = $1`);
    const { json } = await signIn({ resource: ORDERS, scope: 'openid orders:read' });
    expect(decodeProtectedHeader(json.access_token).typ).toBe('JWT');
    expect(await introspect(json.access_token, web)).toMatchObject({ active: true, sub, aud: ORDERS });

    await change(`UPDATE resource SET audience = $2 WHERE domain_id = $1 AND resource_id = 'orders'`, web);
    expect(claimsOf({ json: { ...json, access_token: json.id_token } })).toMatchObject({ aud: web });
    expect(await introspect(json.id_token, web)).toEqual({ active: false });
    expect((await fixture.userinfo(json.id_token)).status).toBe(401);
  });

  it('leaves out scopes that the client does not have there', async () => {
    const { json } = await signIn({ resource: ORDERS, scope: 'openid orders:read stock:read' });

    expect(json.scope).toBe('orders:read');
    expect(json.id_token).toBeDefined();
    const { location } = await fixture.browser().authorize(codeRequest(web, { resource: ORDERS, scope: 'stock:read' }).request);
    expect(location.searchParams.get('error')).toBe('invalid_scope');
  });

  it('gives all that the client has there if the request names no scope', async () => {
    const { json } = await signIn({ resource: ORDERS, scope: '' });

    expect(claimsOf({ json })).toMatchObject({ aud: ORDERS, scope: 'orders:read orders:write', sub });
    expect(claimsOf({ json: await refresh(json.refresh_token) })).toMatchObject({ aud: ORDERS, scope: 'orders:read orders:write' });
  });

  it('limits the token to the roles of the user, at this moment', async () => {
    await insert('client_resource', { client_id: web, resource_id: 'stock', scopes: ['read', 'stock:read'] });
    await change('UPDATE client SET revision = revision WHERE domain_id = $1');
    const asked = { resource: STOCK, scope: 'openid offline_access read stock:read' };

    const { json: without } = await signIn(asked);
    await insert('user_role', { sub, role: 'clerk' });
    const withRole = await refresh(without.refresh_token);

    expect(claimsOf({ json: without })).toMatchObject({ aud: STOCK, roles: [] });
    expect(claimsOf({ json: without })).not.toHaveProperty('scope');
    expect(without).not.toHaveProperty('scope');
    expect(claimsOf({ json: withRole })).toMatchObject({ scope: 'stock:read', roles: ['clerk'] });
    expect(await introspect(withRole.access_token, web)).toMatchObject({ scope: 'stock:read', roles: ['clerk'] });
    await fixture.auth.rows.query('DELETE FROM user_role WHERE domain_id = $1', [fixture.domain.id]);
    const after = await introspect(withRole.access_token, web);
    expect(after).toMatchObject({ active: true, roles: [] });
    expect(after['scope']).toBeUndefined();
  });

  it('takes scopes away with the role, even if the client has the audience and the scope itself', async () => {
    await change(
      `UPDATE client SET scope = 'openid stock:read', audiences = ARRAY[$2] WHERE domain_id = $1 AND client_id = $3`,
      STOCK,
      web,
    );
    await insert('client_resource', { client_id: web, resource_id: 'stock', scopes: ['stock:read'] });
    await change('UPDATE client SET revision = revision WHERE domain_id = $1');
    await insert('user_role', { sub, role: 'clerk' });
    const { json } = await signIn({ resource: STOCK, scope: 'openid stock:read' });
    await fixture.auth.rows.query('DELETE FROM user_role WHERE domain_id = $1', [fixture.domain.id]);

    expect((await introspect(json.access_token, web))['scope']).toBeUndefined();
  });

  it('keeps a refresh token whose request names a resource that it is not for', async () => {
    const { json } = await signIn({ resource: ORDERS, scope: 'openid offline_access orders:read' });
    const form = { grant_type: 'refresh_token', refresh_token: json.refresh_token, resource: 'https://nobody.example.com' };
    const refused = await fixture.post('/connect/token', form, { clientId: web, secret: SECRET });
    await change('DELETE FROM client_resource WHERE domain_id = $1');
    const withdrawn = await fixture.post('/connect/token', { ...form, resource: ORDERS }, { clientId: web, secret: SECRET });
    await insert('client_resource', { client_id: web, resource_id: 'orders', scopes: ['orders:read'] });
    await change('UPDATE client SET revision = revision WHERE domain_id = $1');

    expect([refused.json, withdrawn.json]).toEqual([400, 400].map(() => expect.objectContaining({ error: 'invalid_target' })));
    expect(claimsOf({ json: await refresh(json.refresh_token) })).toMatchObject({ aud: ORDERS, scope: 'orders:read' });
  });

  it('gives an opaque token where the resource says so, which ends with the grant', async () => {
    await change(`UPDATE resource SET token_format = 'Opaque' WHERE domain_id = $1`);
    const { json } = await signIn({ resource: ORDERS, scope: 'openid orders:read' });

    expect(await introspect(json.access_token, web)).toMatchObject({ active: true, sub, aud: ORDERS, scope: 'orders:read' });
    expect((await fixture.userinfo(json.access_token)).status).toBe(403);
    await fixture.auth.rows.query(`UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2`, [fixture.domain.id, sub]);
    expect(await introspect(json.access_token, web)).toEqual({ active: false });
  });

  it('lists the scopes of resources in discovery', async () => {
    const { json } = await fixture.send('/.well-known/openid-configuration');

    expect((json as { scopes_supported: string[] }).scopes_supported).toEqual(
      expect.arrayContaining(['openid', 'orders:read', 'stock:read']),
    );
  });
});
