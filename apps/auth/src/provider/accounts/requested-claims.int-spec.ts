import { describe, expect, it } from '@jest/globals';
import { type Tokens, codeGrant } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const NAME = 'Ada Lovelace';
const EMAIL = 'ada@example.com';
const ATTRIBUTES = { name: NAME, email: EMAIL, phone_number: '+15555550100', department: 'Analytics' };
const REQUESTED = JSON.stringify({
  userinfo: { name: { essential: true }, phone_number: null, department: null, unknown: null },
  id_token: { email: { essential: true } },
});

const fixture = useAuthFixture({
  client: { scope: 'openid profile email offline_access', audiences: ['https://orders.example.com', 'https://stock.example.com'] },
  user: { attributes: ATTRIBUTES },
});

/** @param request sent to the authorization endpoint; by default what `codeRequest` returns */
async function signIn(more: Record<string, string>, toRequest = async (request: Record<string, string>) => request) {
  const { request, verifier } = fixture.codeRequest({ scope: 'openid offline_access', ...more });
  return fixture.requestTokens(codeGrant(await fixture.browser().signIn(await toRequest(request), { sub: fixture.sub }), verifier));
}

/** The user's claims in the ID token and from userinfo. */
async function readClaims({ id_token: idToken, access_token: token }: Required<Tokens>): Promise<object> {
  const { json } = await fixture.userinfo(token);
  const payload = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString('utf8')) as object;
  return { idToken: pick(payload), userinfo: pick(json as object) };
}

function pick(claims: object): object {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => name in ATTRIBUTES || name === 'unknown'));
}

describe('the claims parameter', () => {
  const expected = { idToken: { email: EMAIL }, userinfo: { name: NAME } };

  it('issues a requested claim if a scope of the client could add it, also after a refresh', async () => {
    const tokens = await signIn({ claims: REQUESTED });
    expect(await readClaims(tokens)).toEqual(expected);

    const refreshed = await fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(await readClaims(refreshed)).toEqual(expected);
  });

  it('issues a requested claim with a token for one resource', async () => {
    expect(await readClaims(await signIn({ claims: REQUESTED, resource: 'https://stock.example.com' }))).toEqual(expected);
  });

  it('issues a requested claim after a pushed request', async () => {
    const push = async (request: Record<string, string>) => {
      const { json } = await fixture.post('/connect/par', request);
      return { client_id: fixture.clientId, request_uri: (json as { request_uri: string }).request_uri };
    };

    expect(await readClaims(await signIn({ claims: REQUESTED }, push))).toEqual(expected);
  });

  it("issues a requested claim after the user's consent", async () => {
    await fixture.auth.rows.query(`UPDATE client SET policies = '{consent}', revision = nextval('revision') WHERE client_id = $1`, [
      fixture.clientId,
    ]);
    const { request, verifier } = fixture.codeRequest({ scope: 'openid', claims: REQUESTED });
    const browser = fixture.browser();
    const page = await browser.signIn(request, { sub: fixture.sub });
    const { location } = await browser.decide(page, { consent: true });
    await fixture.auth.rows.query(`UPDATE client SET policies = NULL, revision = nextval('revision') WHERE client_id = $1`, [
      fixture.clientId,
    ]);

    expect(await readClaims(await fixture.requestTokens(codeGrant(location, verifier)))).toEqual(expected);
  });

  it('issues a requested claim in addition to those of the granted scope', async () => {
    const tokens = await signIn({ claims: REQUESTED, scope: 'openid email' });

    expect(await readClaims(tokens)).toEqual({ idToken: { email: EMAIL }, userinfo: { name: NAME, email: EMAIL } });
  });

  it('issues no additional claim without the parameter', async () => {
    expect(await readClaims(await signIn({}))).toEqual({ idToken: {}, userinfo: {} });
  });
});
