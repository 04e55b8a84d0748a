import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { TOKEN_EXCHANGE } from '@latchkey/oauth';
import { Database, UserRepository } from '@latchkey/persistence';
import type { Row } from '../../../test/support/rows.js';
import { useAuthFixture } from './auth.fixture.js';
import { BY_LINK, clientCall, REDIRECT_URI, SECRET } from './in-process-auth.fixture.js';
import { DEVICE_GRANT } from './sign-in/device/device.fixture.js';

const ORDERS = 'https://orders.example.com';
const GRANTS = {
  clientCredentials: true,
  deviceCode: true,
  tokenExchange: { mode: 'Impersonation', resources: { orders: ['orders:read'] } },
};
const ENDED = {
  error: 'unauthorized_client',
  error_description:
    'the agent has ended: its expiry has passed, its owner cannot sign in any more, or its owner or an operator of the domain has ended it',
};
/** A form with an empty parameter does not take the fast path. */
const PATHS = [
  ['on the fast path', ''],
  ['through oidc-provider', '&&'],
] as const;

const fixture = useAuthFixture();
let owner: string;
let agent: string;
let api: string;

const users = () => new UserRepository(fixture.auth.app.get(Database));
const insert = (table: string, values: Row) => fixture.auth.rows.insert(table, { domain_id: fixture.domain.id, ...values });
const query = (text: string, ...values: unknown[]) => fixture.auth.rows.query<Row>(text, [fixture.domain.id, ...values]);

/** As the management API stores it. @param values columns of the client */
async function createAgent(values: Row = {}): Promise<string> {
  const clientId = await fixture.client({
    presentation: { name: 'Planner', kind: 'Agent', owner },
    owner_id: owner,
    further_grants: GRANTS,
    audiences: [ORDERS],
    ...values,
  });
  await insert('client_resource', { client_id: clientId, resource_id: 'orders', scopes: ['orders:read'] });
  return clientId;
}

beforeAll(async () => {
  const scopes = JSON.stringify([{ scope: 'orders:read', description: 'Read orders' }]);
  await insert('resource', { resource_id: 'orders', audience: ORDERS, scopes });
  await query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`);
});

beforeEach(async () => {
  owner = await fixture.user();
  fixture.sub = await fixture.user();
  agent = fixture.clientId = await createAgent();
  api = await fixture.client({ audiences: [ORDERS] });
});

const setOwner = async (changes: { active: boolean }) => {
  const user = (await users().find(fixture.domain.id, owner))!;
  await users().update(user, { ...user, ...changes });
};
const expire = () => query(`UPDATE client SET expires_at = now() WHERE domain_id = $1 AND client_id = $2`, agent);

/** Whatever ends an agent, without a change of the client's own revision or of the domain's. */
const ENDS: [string, () => Promise<unknown>][] = [
  ['its expiry', expire],
  ['the deactivation of its owner', () => setOwner({ active: false })],
  ['the deletion of its owner', () => users().delete(fixture.domain.id, owner)],
  [
    'the removal of the identity provider of its owner',
    () =>
      query(
        `UPDATE end_user SET identity_provider = 'gone', upstream_issuer = 'https://gone.example' WHERE domain_id = $1 AND sub = $2`,
        owner,
      ),
  ],
];

function post(path: string, parameters: Record<string, string>, { ending = '', by = agent } = {}) {
  const call = clientCall(by, parameters, SECRET);
  return fixture.send(path, { ...call, body: `${call.body as string}${ending}` });
}

const requestOwn = (parameters: Record<string, string> = {}) => fixture.requestTokens({ grant_type: 'client_credentials', ...parameters });
const introspect = async (token: string, ending = '') =>
  (await post('/connect/introspect', { token }, { ending, by: api })).json as Record<string, unknown>;

describe.each(ENDS)('an agent that was ended by %s', (_what, end) => {
  it.each(PATHS)('gets no token of its own %s, although it had one', async (_path, ending) => {
    expect((await post('/connect/token', { grant_type: 'client_credentials' }, { ending })).status).toBe(200);

    await end();

    expect(await post('/connect/token', { grant_type: 'client_credentials' }, { ending })).toMatchObject({ status: 400, json: ENDED });
  });

  it('has no valid token any more', async () => {
    const ofUser = await fixture.signIn({ scope: 'openid offline_access' });
    const own = await requestOwn({ resource: ORDERS });
    const verify = async (token: string) =>
      (await fixture.send(`/connect/verify?audience=${ORDERS}`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await verify(own.access_token)).toBe(204);

    await end();

    for (const { access_token: token } of [ofUser, own]) {
      expect(await introspect(token)).toEqual({ active: false });
      expect(await introspect(token, '&&')).toEqual({ active: false });
      expect(await verify(token)).toBe(401);
    }
    expect((await fixture.userinfo(ofUser.access_token)).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: ofUser.refresh_token };
    expect(await post('/connect/token', refresh)).toMatchObject({ status: 400, json: ENDED });
  });

  it.each([
    ['/connect/token', { grant_type: DEVICE_GRANT, device_code: 'any' }],
    ['/connect/token', { grant_type: TOKEN_EXCHANGE, subject_token: 'any' }],
    ['/connect/device_authorization', { scope: 'openid' }],
    ['/connect/par', { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid' }],
    ['/connect/introspect', { token: 'any' }],
    ['/connect/revocation', { token: 'any' }],
  ])('is refused at %s with %j', async (path, form) => {
    await end();

    expect(await post(path, form)).toMatchObject({ status: 400, json: ENDED });
  });

  it('is refused at the authorization endpoint, also in the middle of a sign-in', async () => {
    const browser = fixture.browser();
    const { location } = await browser.authorize(fixture.codeRequest().request);

    await end();

    expect((await browser.decide(location, { signedIn: { ...BY_LINK, sub: fixture.sub } })).location.searchParams.has('code')).toBe(false);
    const { location: refused } = await fixture.browser().authorize(fixture.codeRequest().request);
    expect(Object.fromEntries(refused.searchParams)).toMatchObject(ENDED);
  });
});

describe('an agent', () => {
  it('works again when its owner is active again, but nothing that was issued to it before', async () => {
    const own = await requestOwn({ resource: ORDERS });
    const ofUser = await fixture.signIn({ scope: 'openid offline_access' });
    await setOwner({ active: false });
    await setOwner({ active: true });

    expect(await introspect(own.access_token)).toEqual({ active: false });
    expect(await introspect(ofUser.access_token)).toEqual({ active: false });
    expect(await introspect((await requestOwn({ resource: ORDERS })).access_token)).toMatchObject({ active: true });
  });

  it('is deactivated and has no owner when its owner is deleted, so that a new user with the sub does not own it', async () => {
    await users().delete(fixture.domain.id, owner);
    await fixture.user({ sub: owner });

    const [row] = await query(`SELECT active, owner_id, presentation FROM client WHERE domain_id = $1 AND client_id = $2`, agent);
    expect(row).toEqual({ active: false, owner_id: null, presentation: { name: 'Planner', kind: 'Agent', owner: null } });
    expect(await post('/connect/token', { grant_type: 'client_credentials' })).toMatchObject({ json: ENDED });
  });

  it('does not end with a user of another domain who has the sub of its owner', async () => {
    const other = await fixture.auth.domain();
    await fixture.auth.user(other, { sub: owner });
    await users().delete(other.id, owner);

    expect((await requestOwn()).access_token).toBeTruthy();
  });

  it.each(PATHS)('gets no token that outlives it %s', async (_path, ending) => {
    await query(
      `UPDATE client SET expires_at = now() + interval '90 seconds', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`,
      agent,
    );
    const request = () => post('/connect/token', { grant_type: 'client_credentials', resource: ORDERS }, { ending });
    const [first, second] = [await request(), await request()].map(({ json }) => json as { access_token: string; expires_in: number });
    const ofUser = await fixture.signIn();

    const [row] = await query(
      `SELECT extract(epoch FROM expires_at)::float AS at FROM client WHERE domain_id = $1 AND client_id = $2`,
      agent,
    );
    for (const token of [first!, second!, ofUser]) expect(decodeJwt(token.access_token).exp!).toBeLessThanOrEqual(row!['at'] as number);
    expect(first!.expires_in).toBeGreaterThan(60);
  });

  it.each(['Jwt', 'Opaque'])('is told from other clients by its tokens: %s', async (tokenFormat) => {
    await query(`UPDATE resource SET token_format = $2 WHERE domain_id = $1`, tokenFormat);
    await query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`);
    const own = await requestOwn({ resource: ORDERS });
    const ofUser = await fixture.signIn({ resource: ORDERS, scope: 'openid orders:read' });

    const seen = [await introspect(own.access_token), await introspect(ofUser.access_token), await introspect(ofUser.access_token, '&&')];
    if (tokenFormat === 'Jwt') seen.push(decodeJwt(own.access_token), decodeJwt(ofUser.access_token));

    const isAgent = { client_id: agent, client_profile: 'ai_agent' };
    const [forItself, forUser] = [
      { ...isAgent, sub: agent },
      { ...isAgent, sub: fixture.sub, act: { sub: agent } },
    ];
    expect(seen).toMatchObject([forItself, forUser, forUser, forItself, forUser].slice(0, seen.length));
    expect(seen[0]).not.toHaveProperty('act');
    const plain = await fixture.requestTokens(
      { grant_type: 'client_credentials' },
      { clientId: await fixture.client({ further_grants: GRANTS }), secret: SECRET },
    );
    expect(decodeJwt(plain.access_token)).not.toHaveProperty('client_profile');
    await query(`UPDATE resource SET token_format = 'Jwt' WHERE domain_id = $1`);
    await query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`);
  });

  it('is an actor of each token got by exchange: its own as well, however its grant says, and those of services behind it', async () => {
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    const exchange = (by: string, token: string) =>
      fixture.requestTokens(
        { grant_type: TOKEN_EXCHANGE, subject_token: token, subject_token_type: type, resource: ORDERS },
        { clientId: by, secret: SECRET },
      );
    const service = await fixture.client({ further_grants: GRANTS, audiences: [ORDERS] });
    await insert('client_resource', { client_id: service, resource_id: 'orders', scopes: ['orders:read'] });
    const ofAgent = await fixture.signIn({ resource: ORDERS, scope: 'openid orders:read' });
    const ofService = await fixture.signIn({ resource: ORDERS, scope: 'openid orders:read' }, { clientId: service });

    const byAgent = await exchange(agent, ofService.access_token);
    const byService = await exchange(service, ofAgent.access_token);

    expect(decodeJwt(byAgent.access_token)).toMatchObject({ sub: fixture.sub, act: { sub: agent }, client_profile: 'ai_agent' });
    expect(decodeJwt(byService.access_token)).toMatchObject({ sub: fixture.sub, client_id: service, act: { sub: agent } });
    await setOwner({ active: false });
    expect(await introspect(byService.access_token)).toEqual({ active: false });
  });
});
