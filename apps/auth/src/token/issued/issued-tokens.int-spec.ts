import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Call } from '../../../../../test/support/http.js';
import { useAuthSuite } from '../../auth-suite.fixture.js';
import { codeGrant, codeRequest, SECRET, type Tokens } from '../../in-process-auth.fixture.js';
import { ProviderGateway } from '../../provider/provider.gateway.js';

const ORIGIN = 'https://app.example.com';
const ATTRIBUTES = { name: 'Märta Ölund', email: 'marta@example.com', locale: 'sv' };
/** They differ from one connection to another, or are Service's, which the suite leaves out. */
const PASSING_HEADERS = ['date', 'connection', 'keep-alive', 'strict-transport-security'];

const suite = useAuthSuite();

/** Each is of a client and a user of its own, so that tests may change both. */
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
  const [clientId, sub] = [await suite.client({ allowed_origins: [ORIGIN] }), await suite.user({ attributes: ATTRIBUTES })];
  const { request, verifier } = codeRequest(clientId, { scope, ...parameters });
  const grant = codeGrant(await suite.browser().authorizeAs(request, { sub }), verifier);
  const answer = await suite.post('/connect/token', grant, { clientId, secret: SECRET });
  return { ...(answer.json as Required<Tokens>), clientId, sub };
}

async function send(path: string, call: Call): Promise<Seen> {
  const handle = jest.spyOn(suite.auth.app.get(ProviderGateway), 'handle');
  const { status, headers, text } = await suite.send(path, { ...call, headers: { 'X-Request-Id': 'one', ...call.headers } });
  const isHandedOver = handle.mock.calls.length > 0;
  handle.mockRestore();
  return { status, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING_HEADERS.includes(name))), text, isHandedOver };
}

/** Sends a userinfo request, and one with a query, which only oidc-provider answers. */
async function compareUserinfo(call: Call): Promise<Seen> {
  const [straight, seen] = [await send('/connect/userinfo?x=1', call), await send('/connect/userinfo', call)];
  expect(straight.isHandedOver).toBe(true);
  expect({ ...seen, isHandedOver: true }).toEqual(straight);
  return seen;
}

const bearer = (token: string, headers: Record<string, string> = {}): Call => ({ headers: { Authorization: `Bearer ${token}`, ...headers } });
const query = (text: string, ...values: unknown[]) => suite.auth.rows.query(text, [suite.domain.id, ...values]);

/** What makes a token worthless. */
const ENDINGS: Readonly<Record<string, (issued: Issued) => Promise<unknown>>> = {
  'whose record was removed': ({ sub }) => query(`DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'AccessToken'`, sub),
  'whose grant was revoked': ({ sub }) => query(`DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'Grant'`, sub),
  'that has expired': ({ sub }) =>
    query(`UPDATE oidc_payload SET expires_at = now() WHERE domain_id = $1 AND sub = $2 AND model = 'AccessToken'`, sub),
  'of a user who was deactivated': ({ sub }) => query('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', sub),
  'of a user who was deleted': ({ sub }) => query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', sub),
  'of a client that was removed': ({ clientId }) => query('DELETE FROM client WHERE domain_id = $1 AND client_id = $2', clientId),
};

afterEach(() => jest.restoreAllMocks());

describe('a userinfo request', () => {
  let issued: Issued;

  beforeAll(async () => {
    issued = await issue();
  });

  it.each<[string, () => Call]>([
    ['a token', () => bearer(issued.access_token)],
    ['a scheme in small letters', () => ({ headers: { Authorization: `bearer ${issued.access_token}` } })],
    ['an origin of the client', () => bearer(issued.access_token, { Origin: ORIGIN })],
  ])('with %s is answered without oidc-provider, as by it', async (_what, call) => {
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
  ])('with %s is left to oidc-provider', async (_what, status, call) => {
    expect(await compareUserinfo(call())).toMatchObject({ status, isHandedOver: true });
  });

  it.each(Object.entries(ENDINGS))('with a token %s is refused', async (_what, end) => {
    const ended = await issue();
    await compareUserinfo(bearer(ended.access_token));
    await end(ended);

    expect(await compareUserinfo(bearer(ended.access_token))).toMatchObject({ status: 401 });
  });

  it.each<[string, number, Parameters<typeof issue>]>([
    ['without the scope openid', 403, ['profile']],
    ['with individually requested claims', 200, ['openid', { claims: JSON.stringify({ userinfo: { email: null } }) }]],
  ])('with a token %s is left to oidc-provider', async (_what, status, parameters) => {
    const odd = await issue(...parameters);

    expect(await compareUserinfo(bearer(odd.access_token))).toMatchObject({ status, isHandedOver: true });
  });

  it('with a token of an earlier release, whose record has no hash of it, is left to oidc-provider', async () => {
    const old = await issue();
    await query(`UPDATE oidc_payload SET payload = (payload::jsonb - 'tokenHash')::json WHERE domain_id = $1 AND sub = $2`, old.sub);

    expect(await compareUserinfo(bearer(old.access_token))).toMatchObject({ status: 200, isHandedOver: true });
  });

  it('gets no claims of a scope that the client has lost since', async () => {
    const narrowed = await issue();
    await query(`UPDATE client SET scope = 'openid', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`, narrowed.clientId);

    const { text } = await compareUserinfo(bearer(narrowed.access_token));

    expect(JSON.parse(text)).toEqual({ sub: narrowed.sub });
  });
});
