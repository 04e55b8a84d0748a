import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Call } from '../../../test/support/http.js';
import { generateProofSigner, hashAccessToken } from './client-authentication/dpop-proof.fixture.js';
import { useAuthFixture } from './auth.fixture.js';
import { clientCall, codeGrant, codeRequest, SECRET, type Tokens, spyOnProvider } from './in-process-auth.fixture.js';

const ORIGIN = 'https://app.example.com';
const ATTRIBUTES = { name: 'Märta Ölund', email: 'marta@example.com', locale: 'sv' };
/** Headers that differ between connections, or that Service sets, which the fixture omits. */
const PASSING_HEADERS = ['date', 'connection', 'keep-alive', 'strict-transport-security'];

const fixture = useAuthFixture();

/** Each token has its own client and user, so that tests may change both. */
interface Issued extends Tokens {
  clientId: string;
  sub: string;
}

interface Seen {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** Whether oidc-provider has answered. */
  isHandedOver: boolean;
}

async function issue(scope = 'openid profile email', parameters: Record<string, string> = {}): Promise<Required<Issued>> {
  const [clientId, sub] = [await fixture.client({ allowed_origins: [ORIGIN] }), await fixture.user({ attributes: ATTRIBUTES })];
  const { request, verifier } = codeRequest(clientId, { scope, ...parameters });
  const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub }), verifier);
  const answer = await fixture.post('/connect/token', grant, { clientId, secret: SECRET });
  return { ...(answer.json as Required<Tokens>), clientId, sub };
}

async function send(path: string, call: Call): Promise<Seen> {
  const handle = spyOnProvider(fixture.auth);
  const { status, headers, text } = await fixture.send(path, { ...call, headers: { 'X-Request-Id': 'one', ...call.headers } });
  const isHandedOver = handle.mock.calls.length > 0;
  handle.mockRestore();
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING_HEADERS.includes(name))),
    text,
    isHandedOver,
  };
}

/** Sends a userinfo request, and one with a query, which only oidc-provider answers. */
async function compareUserinfo(call: Call): Promise<Seen> {
  const [straight, seen] = [await send('/connect/userinfo?x=1', call), await send('/connect/userinfo', call)];
  expect(straight.isHandedOver).toBe(true);
  expect({ ...seen, isHandedOver: true }).toEqual(straight);
  return seen;
}

/** Sends a client's form, and one with an unknown parameter, which only oidc-provider answers. */
async function compareForm(path: string, parameters: Record<string, string>, clientId: string, secret = SECRET): Promise<Seen> {
  const straight = await send(path, clientCall(clientId, { ...parameters, state: 'a' }, secret));
  const seen = await send(path, clientCall(clientId, parameters, secret));
  expect(straight.isHandedOver).toBe(true);
  expect({ ...seen, isHandedOver: true }).toEqual(straight);
  return seen;
}

const introspect = (token: string, clientId: string, secret?: string) => compareForm('/connect/introspect', { token }, clientId, secret);

const bearer = (token: string, headers: Record<string, string> = {}): Call => ({
  headers: { Authorization: `Bearer ${token}`, ...headers },
});
const query = (text: string, ...values: unknown[]) => fixture.auth.rows.query(text, [fixture.domain.id, ...values]);

/** Events that invalidate a token. */
const ENDINGS: Readonly<Record<string, (issued: Issued) => Promise<unknown>>> = {
  'whose record was removed': ({ sub }) =>
    query(`DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'AccessToken'`, sub),
  'whose grant was revoked': ({ sub }) => query(`DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'Grant'`, sub),
  'that has expired': ({ sub }) =>
    query(`UPDATE oidc_payload SET expires_at = now() WHERE domain_id = $1 AND sub = $2 AND model = 'AccessToken'`, sub),
  'of a user who was deactivated': ({ sub }) => query('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', sub),
  'of a user who was deleted': ({ sub }) => query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', sub),
  'of a client that was removed': ({ clientId }) => query('DELETE FROM client WHERE domain_id = $1 AND client_id = $2', clientId),
  'of a client that was deleted and created again': ({ clientId }) => fixture.recreateClient(clientId),
};

afterEach(() => void jest.restoreAllMocks());

describe('userinfo requests', () => {
  let issued: Issued;

  beforeAll(async () => {
    issued = await issue();
  });

  it.each<[string, () => Call]>([
    ['a token', () => bearer(issued.access_token)],
    ['a scheme in small letters', () => ({ headers: { Authorization: `bearer ${issued.access_token}` } })],
    ['an origin of the client', () => bearer(issued.access_token, { Origin: ORIGIN })],
  ])('are answered alike by the fast path and oidc-provider: %s', async (_what, call) => {
    const seen = await compareUserinfo(call());

    expect(seen).toMatchObject({ status: 200, isHandedOver: false });
    expect(JSON.parse(seen.text)).toEqual({ ...ATTRIBUTES, sub: issued.sub });
  });

  it.each<[string, number, () => Call]>([
    ['HEAD', 200, () => ({ ...bearer(issued.access_token), method: 'HEAD' })],
    ['another origin', 400, () => bearer(issued.access_token, { Origin: 'https://evil.example' })],
    ['the scheme of a bound token', 400, () => ({ headers: { Authorization: `DPoP ${issued.access_token}` } })],
    ['a changed signature', 401, () => bearer(`${issued.access_token.slice(0, -4)}AAAA`)],
    ['an ID token', 401, () => bearer(issued.id_token)],
    ['no token', 401, () => ({})],
    ['an opaque token', 401, () => bearer('opaque')],
  ])('leaves a request with %s to oidc-provider', async (_what, status, call) => {
    expect(await compareUserinfo(call())).toMatchObject({ status, isHandedOver: true });
  });

  it("answers a proof with the token's key once without oidc-provider, with the same result", async () => {
    const [signer, address] = [await generateProofSigner(), `${fixture.domain.issuer}/connect`];
    const { request, verifier } = codeRequest(issued.clientId);
    const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub: issued.sub }), verifier);
    const asked = clientCall(issued.clientId, grant);
    const bound = await fixture.send('/connect/token', {
      ...asked,
      headers: { ...asked.headers, DPoP: await signer.prove(`${address}/token`) },
    });
    const { access_token: token } = bound.json as Tokens;
    const prove = async () => {
      const proof = await signer.prove(`${address}/userinfo`, { htm: 'GET', ath: hashAccessToken(token) });
      return { headers: { Authorization: `DPoP ${token}`, DPoP: proof } };
    };
    const call = await prove();

    const [straight, seen] = [await send('/connect/userinfo?x=1', await prove()), await send('/connect/userinfo', call)];
    const [again, bare] = [await send('/connect/userinfo', call), await send('/connect/userinfo', bearer(token))];

    expect(seen).toEqual({ ...straight, isHandedOver: false });
    expect([seen, again, bare].map(({ status }) => status)).toEqual([200, 401, 401]);
  });

  it.each(Object.entries(ENDINGS))('rejects a token %s', async (_what, end) => {
    const ended = await issue();
    await compareUserinfo(bearer(ended.access_token));
    await end(ended);

    expect(await compareUserinfo(bearer(ended.access_token))).toMatchObject({ status: 401 });
  });

  it.each<[string, number, Parameters<typeof issue>]>([
    ['without the scope openid', 403, ['profile']],
    ['with individually requested claims', 200, ['openid', { claims: JSON.stringify({ userinfo: { email: null } }) }]],
  ])('leaves a token %s to oidc-provider', async (_what, status, parameters) => {
    const odd = await issue(...parameters);

    expect(await compareUserinfo(bearer(odd.access_token))).toMatchObject({ status, isHandedOver: true });
  });

  it('accept a token of an earlier release, whose record has no token hash', async () => {
    const old = await issue();
    await query(`UPDATE oidc_payload SET payload = (payload::jsonb - 'tokenHash')::json WHERE domain_id = $1 AND sub = $2`, old.sub);

    expect(await compareUserinfo(bearer(old.access_token))).toMatchObject({ status: 200, isHandedOver: false });
  });

  it('returns no claims of a scope that the client has lost since', async () => {
    const narrowed = await issue();
    await query(
      `UPDATE client SET scope = 'openid', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`,
      narrowed.clientId,
    );

    const { text } = await compareUserinfo(bearer(narrowed.access_token));

    expect(JSON.parse(text)).toEqual({ sub: narrowed.sub });
  });
});

describe('introspection requests', () => {
  let issued: Issued;
  let service: string;

  beforeAll(async () => {
    issued = await issue();
    service = await fixture.client({ grant_type: 'ClientCredentials', client_type: 'Confidential', scope: 'orders', redirect_uris: null });
  });

  const redeem = (token: string, clientId: string) =>
    fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: token }, { clientId, secret: SECRET });

  const requestClientToken = async () => {
    const answer = await fixture.post('/connect/token', { grant_type: 'client_credentials' }, { clientId: service, secret: SECRET });
    return (answer.json as Tokens).access_token;
  };

  it("answers for a user's token without oidc-provider, with the same result", async () => {
    const seen = await introspect(issued.access_token, issued.clientId);

    expect(seen).toMatchObject({ status: 200, isHandedOver: false });
    const { sub, clientId } = issued;
    expect(JSON.parse(seen.text)).toMatchObject({ active: true, sub, client_id: clientId, scope: 'openid profile email' });
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['the token is revoked', (token) => fixture.post('/connect/revocation', { token }, { clientId: service, secret: SECRET })],
    ['the client is deleted, though one of its id is created', () => fixture.recreateClient(service)],
  ])("answers for a client's token without oidc-provider, with the same result, until %s", async (_what, end) => {
    const token = await requestClientToken();

    const seen = await introspect(token, service);
    await end(token);

    expect(seen).toMatchObject({ status: 200, isHandedOver: false });
    expect(JSON.parse(seen.text)).toMatchObject({ active: true, client_id: service, scope: 'orders' });
    expect((await introspect(token, service)).text).toBe('{"active":false}');
  });

  it('answers for a refresh token without oidc-provider, with the same result', async () => {
    const { refresh_token: token, clientId, sub } = await issue('openid offline_access');

    const seen = await introspect(token, clientId);

    expect(seen).toMatchObject({ status: 200, isHandedOver: false });
    expect(JSON.parse(seen.text)).toMatchObject({ active: true, sub, client_id: clientId, scope: 'openid offline_access' });
  });

  it.each<[string, (ended: Required<Issued>) => Promise<unknown>]>([
    ['that was used', ({ refresh_token: token, clientId }) => redeem(token, clientId)],
    ['whose grant was revoked', ENDINGS['whose grant was revoked']!],
    ['of another client', async (other) => Object.assign(other, { clientId: await fixture.client() })],
    [
      'of a client that has lost offline access',
      ({ clientId }) =>
        query(`UPDATE client SET scope = 'openid', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`, clientId),
    ],
  ])('reports a refresh token %s as inactive', async (_what, end) => {
    const ended = await issue('openid offline_access');
    await end(ended);

    const seen = await introspect(ended.refresh_token, ended.clientId);

    expect(seen).toMatchObject({ status: 200, isHandedOver: true, text: '{"active":false}' });
  });

  it("omits from a client's token a scope that the client has lost since", async () => {
    const token = await requestClientToken();
    await query(`UPDATE client SET scope = 'invoices', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`, service);

    const seen = await introspect(token, service);

    expect(seen.isHandedOver).toBe(false);
    expect(JSON.parse(seen.text)).toMatchObject({ active: true, client_id: service });
    expect(JSON.parse(seen.text)).not.toHaveProperty('scope');
  });

  it('answers a resource server only for tokens with its audience', async () => {
    const api = 'https://api.example.com';
    const values = { audiences: [api] };
    const [app, server] = [await fixture.client(values), await fixture.client(values)];
    const { request, verifier } = codeRequest(app, { scope: 'openid' });
    const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub: fixture.sub }), verifier);
    const { access_token: token } = (await fixture.post('/connect/token', grant, { clientId: app, secret: SECRET })).json as Tokens;

    const [own, foreign] = [await introspect(token, server), await introspect(issued.access_token, server)];

    expect(own.isHandedOver).toBe(false);
    expect(JSON.parse(own.text)).toMatchObject({ active: true, client_id: app });
    expect(foreign.text).toBe('{"active":false}');
  });

  it.each<[string, number, () => [token: string, clientId: string, secret?: string]]>([
    ['a wrong secret', 401, () => [issued.access_token, issued.clientId, 'wrong']],
    ['an unknown client', 401, () => [issued.access_token, 'nobody']],
    ['a changed signature', 200, () => [`${issued.access_token.slice(0, -4)}AAAA`, issued.clientId]],
    ['an opaque token', 200, () => ['opaque', issued.clientId]],
    ['an ID token', 200, () => [issued.id_token, issued.clientId]],
  ])('leaves a request with %s to oidc-provider', async (_what, status, parameters) => {
    const seen = await introspect(...parameters());

    expect(seen).toMatchObject({ status, isHandedOver: true });
    expect(seen.text).not.toContain('true');
  });

  it.each(Object.entries(ENDINGS).filter(([what]) => !what.includes('client')))('reports a token %s as inactive', async (_what, end) => {
    const ended = await issue();
    await introspect(ended.access_token, ended.clientId);
    await end(ended);

    expect((await introspect(ended.access_token, ended.clientId)).text).toBe('{"active":false}');
  });
});

describe('revocation requests', () => {
  const revoke = (token: string, clientId: string, parameters: Record<string, string> = {}) =>
    send('/connect/revocation', clientCall(clientId, { token, ...parameters }));
  const isActive = async ({ access_token: token, clientId }: Issued) =>
    (await fixture.post('/connect/introspect', { token }, { clientId, secret: SECRET })).text !== '{"active":false}';

  it.each(['access_token', 'refresh_token'] as const)(
    'ends the grant for the %s of a user without oidc-provider, with the same result',
    async (kind) => {
      const [one, other] = [await issue('openid offline_access'), await issue('openid offline_access')];

      const seen = await revoke(one[kind], one.clientId, { token_type_hint: kind });
      const straight = await revoke(other[kind], other.clientId, { state: 'a' });

      expect(seen.isHandedOver).toBe(false);
      expect(straight).toEqual({ ...seen, isHandedOver: true });
      expect([await isActive(one), await isActive(other)]).toEqual([false, false]);
      const refresh = { grant_type: 'refresh_token', refresh_token: one.refresh_token };
      expect((await fixture.post('/connect/token', refresh, { clientId: one.clientId, secret: SECRET })).status).toBe(400);
    },
  );

  it('changes nothing for a token of another client', async () => {
    const [one, other] = [await issue(), await issue()];

    expect(await revoke(one.access_token, other.clientId)).toMatchObject({ status: 200, isHandedOver: true });
    expect(await isActive(one)).toBe(true);
  });

  it('changes nothing with a wrong secret', async () => {
    const one = await issue();

    const { status } = await send('/connect/revocation', clientCall(one.clientId, { token: one.access_token }, 'wrong'));

    expect(status).toBe(401);
    expect(await isActive(one)).toBe(true);
  });
});
