import { describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../../auth.fixture.js';
import { SECRET } from '../../in-process-auth.fixture.js';
import { storeAuthentication } from '../../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { ATTRIBUTES, RedemptionFixture, type Redeeming, type Scenario } from './redemption.fixture.js';

const fixture = useAuthFixture();
const redemptions = new RedemptionFixture(fixture);
const hold = {
  'authorization code': (scenario: Scenario) => redemptions.holdCode(scenario),
  'refresh token': (scenario: Scenario) => redemptions.holdRefreshToken(scenario),
};
type Kind = keyof typeof hold;

const query = redemptions.query.bind(redemptions);
const changeClient = (change: string) => (redeeming: Redeeming) =>
  query(`UPDATE client SET ${change}, revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`, redeeming.clientId);
const changeUser = (change: string) => (redeeming: Redeeming) =>
  query(`UPDATE end_user SET ${change} WHERE domain_id = $1 AND sub = $2`, redeeming.sub);
const change = (changes: Record<string, string>) => (redeeming: Redeeming) => Object.assign(redeeming.parameters, changes);
const redeemBefore = (redeeming: Redeeming) => redemptions.redeem(redeeming);
const setRecord = (members: object) => (redeeming: Redeeming) =>
  query(
    `UPDATE oidc_payload SET payload = (payload::jsonb || $3)::json WHERE domain_id = $1 AND sub = $2 AND model IN ('RefreshToken', 'AuthorizationCode')`,
    redeeming.sub,
    JSON.stringify(members),
  );
const removePkce = ({ sub }: Redeeming) =>
  query(
    `UPDATE oidc_payload SET payload = (payload::jsonb - 'codeChallenge' - 'codeChallengeMethod')::json WHERE domain_id = $1 AND sub = $2`,
    sub,
  );
const removeVerifier = ({ parameters }: Redeeming) => delete parameters['code_verifier'];

async function bindTokens({ clientId }: Redeeming, profile?: string): Promise<void> {
  const methods = [{ type: 'ClientSecret', jwks_uri: null }];
  const document = { methods, sender_constraint: 'DPoP', ...(profile !== undefined && { profile }) };
  await storeAuthentication(fixture.auth, { domain_id: fixture.domain.id, client_id: clientId }, document);
}

const LARGE = {
  ...ATTRIBUTES,
  name: 'n'.repeat(3_000),
  nickname: 'k'.repeat(3_000),
  website: 'w'.repeat(100),
  unneeded: 'u'.repeat(3_000),
};

/** Plain requests: the fast path answers. */
const PLAIN: Record<string, Scenario> = {
  'with the secret in the form': {},
  'with the secret in the header': { isBasic: true },
  'without the scope openid': { request: { scope: 'profile offline_access' } },
  'of a user with many claims': { user: { attributes: LARGE } },
  'of a client with several audiences': { client: { audiences: ['https://a.example', 'https://b.example'] } },
  'of a client with lifetimes of its own': {
    client: { access_token_expiry: 120, id_token_expiry: 240, refresh_token_expiry: 3_600 },
  },
  'of a client with an algorithm of its own': { client: { id_token_algorithms: ['ES256'], access_token_algorithms: ['RS256'] } },
  'of a client that has lost a scope since': { before: changeClient(`scope = 'openid profile offline_access'`) },
  'of an agent': { client: { presentation: { name: 'Planner', kind: 'Agent', owner: null } } },
  'of a client with a leeway': { client: { refresh_token_leeway: 60 } },
};

/** Requests that the fast path leaves to oidc-provider, with the status of its answer. */
const OTHERS: Record<string, [number, Scenario]> = {
  'with a wrong secret': [401, { secret: 'wrong' }],
  'of an inactive client': [400, { before: changeClient('active = false') }],
  'of a client that was deleted': [
    401,
    { before: ({ clientId }) => query('DELETE FROM client WHERE domain_id = $1 AND client_id = $2', clientId) },
  ],
  'with a wrong secret in the header': [401, { secret: 'wrong', isBasic: true }],
  'of a client whose tokens are bound': [400, { before: bindTokens }],
  'of a client of profile FAPI2': [401, { before: (redeeming) => bindTokens(redeeming, 'FAPI2') }],
  'of another client': [400, { before: async (redeeming) => Object.assign(redeeming, { clientId: await fixture.client() }) }],
  'of a user who was deactivated': [400, { before: changeUser('active = false') }],
  'of a user who was deleted': [400, { before: ({ sub }) => query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', sub) }],
  'of a user whom the client no longer admits': [400, { before: changeClient('allow_local_login = false') }],
  'whose grant was revoked': [
    400,
    { before: ({ sub }) => query(`DELETE FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model = 'Grant'`, sub) },
  ],
  'that has expired': [
    400,
    {
      before: ({ sub }) => query(`UPDATE oidc_payload SET expires_at = now() WHERE domain_id = $1 AND sub = $2 AND model <> 'Grant'`, sub),
    },
  ],
  'whose record says that it has expired': [400, { before: setRecord({ exp: 1 }) }],
  'for a resource': [400, { before: change({ resource: 'https://other.example' }) }],
  'with claims requested individually': [200, { request: { claims: JSON.stringify({ id_token: { locale: null } }) } }],
  'with a quota': [200, { client: { token_quota: { tokensPerMinute: 10, tokensPerDay: null, monitorOnly: false } } }],
  'that was used': [400, { before: redeemBefore }],
};

describe.each(Object.keys(hold) as Kind[])('a token request with a %s', (kind) => {
  it.each(Object.entries(PLAIN))('is answered as by oidc-provider, without it: %s', async (_what, scenario) => {
    expect(await redemptions.compare(hold[kind], scenario)).toMatchObject({ status: 200, isHandedOver: false });
  });

  it.each(Object.entries(OTHERS))('is left to oidc-provider: %s', async (_what, [status, scenario]) => {
    expect(await redemptions.compare(hold[kind], scenario)).toMatchObject({ status, isHandedOver: true });
  });

  it('is left to oidc-provider: with a DPoP proof', async () => {
    const signer = await generateProofSigner();
    const prove = async () => ({ DPoP: await signer.prove(`${fixture.domain.issuer}/connect/token`) });
    const held = await hold[kind]({});

    const { status, json } = await fixture.send('/connect/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(await prove()) },
      body: new URLSearchParams({ ...held.parameters, client_id: held.clientId, client_secret: SECRET }).toString(),
    });

    expect({ status, json }).toMatchObject({ status: 200, json: { token_type: 'DPoP' } });
  });
});

describe('a token request with an authorization code', () => {
  it.each<[string, Scenario]>([
    ['without offline access', { request: { scope: 'openid email' } }],
    ['without PKCE', { before: setRecord({}), request: {} }],
  ])('is answered as by oidc-provider, without it: %s', async (_what, scenario) => {
    expect(await redemptions.compare(hold['authorization code'], scenario)).toMatchObject({ status: 200, isHandedOver: false });
  });

  it.each<[string, Scenario]>([
    ['with another redirect URI', { before: change({ redirect_uri: 'https://evil.example' }) }],
    ['with another verifier', { before: change({ code_verifier: 'v'.repeat(43) }) }],
    ['with a verifier that is too short', { before: change({ code_verifier: 'v' }) }],
    ['without its verifier', { before: removeVerifier }],
    ['with a verifier, though it has no challenge', { before: removePkce }],
  ])('is refused by oidc-provider: %s', async (_what, scenario) => {
    expect(await redemptions.compare(hold['authorization code'], scenario)).toMatchObject({ status: 400, isHandedOver: true });
  });
});

describe('a token request with a refresh token', () => {
  it.each<[string, number, Scenario]>([
    ['for less scope', 200, { before: change({ scope: 'openid' }) }],
    ['for more scope', 400, { before: change({ scope: 'openid orders' }) }],
    ['of a client that has lost offline access', 400, { before: changeClient(`scope = 'openid'`) }],
  ])('is left to oidc-provider: %s', async (_what, status, scenario) => {
    expect(await redemptions.compare(hold['refresh token'], scenario)).toMatchObject({ status, isHandedOver: true });
  });

  it('is refused while its domain is frozen, and answered afterwards', async () => {
    const held = await redemptions.holdRefreshToken({});
    const by = { clientId: held.clientId, secret: SECRET };
    const freeze = (at: string) => query(`UPDATE domain SET frozen_at = ${at}, revision = nextval('revision') WHERE id = $1`);

    await freeze('now()');
    const refused = await fixture.post('/connect/token', held.parameters, by);
    await freeze('NULL');

    expect(refused.status).toBe(503);
    expect(await redemptions.redeem(held)).toMatchObject({ refresh_token: expect.any(String) });
  });

  it('keeps the expiry of the first one', async () => {
    const held = await redemptions.holdRefreshToken({});
    const exp = Math.floor(Date.now() / 1_000) + 600;
    await setRecord({ exp })(held);

    const { refresh_token: next } = await redemptions.redeem(held);
    const { json } = await fixture.post('/connect/introspect', { token: next }, { clientId: held.clientId, secret: SECRET });

    expect(json).toMatchObject({ active: true, exp });
  });
});
