import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';

const NAME = 'Ada Lovelace';
const EMAIL = 'ada@example.com';
const ATTRIBUTES = { name: NAME, email: EMAIL, phone_number: '+15555550100', department: 'Analytics' };
const REQUESTED = JSON.stringify({
  userinfo: { name: { essential: true }, phone_number: null, department: null, unknown: null },
  id_token: { email: { essential: true } },
});

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  const audiences = ['https://orders.example.com', 'https://stock.example.com'];
  clientId = await auth.client(domain, { scope: 'openid profile email offline_access', audiences });
  sub = await auth.user(domain);
  await auth.rows.query('UPDATE end_user SET attributes = $1 WHERE sub = $2', [ATTRIBUTES, sub]);
});

afterAll(() => auth.stop());

async function redeem(parameters: Record<string, string>): Promise<Required<Tokens>> {
  const { status, text, json } = await auth.send(domain.name, '/connect/token', clientCall(clientId, parameters));
  if (status !== 200) throw new Error(text);
  return json as Required<Tokens>;
}

/** @param request of the authorization endpoint, where it is not what `codeRequest` returns */
async function signIn(more: Record<string, string>, toRequest = async (request: Record<string, string>) => request) {
  const { request, verifier } = codeRequest(clientId, { scope: 'openid offline_access', ...more });
  return redeemCode(await auth.browser(domain).signIn(await toRequest(request), { sub }), verifier);
}

function redeemCode({ searchParams }: URL, verifier: string): Promise<Required<Tokens>> {
  const code = searchParams.get('code')!;
  return redeem({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier });
}

/** The user's claims in the ID token and at userinfo. */
async function readClaims({ id_token: idToken, access_token: token }: Required<Tokens>): Promise<object> {
  const { json } = await auth.send(domain.name, '/connect/userinfo', { headers: { Authorization: `Bearer ${token}` } });
  const payload = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString('utf8')) as object;
  return { idToken: pick(payload), userinfo: pick(json as object) };
}

function pick(claims: object): object {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => name in ATTRIBUTES || name === 'unknown'));
}

describe('a claim that the parameter claims requests', () => {
  const expected = { idToken: { email: EMAIL }, userinfo: { name: NAME } };

  it('is issued where it is requested, if a scope of the client could bring it, also after a refresh', async () => {
    const tokens = await signIn({ claims: REQUESTED });
    expect(await readClaims(tokens)).toEqual(expected);

    const refreshed = await redeem({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(await readClaims(refreshed)).toEqual(expected);
  });

  it('is issued with a token for one resource', async () => {
    expect(await readClaims(await signIn({ claims: REQUESTED, resource: 'https://stock.example.com' }))).toEqual(expected);
  });

  it('is issued after a pushed request', async () => {
    const push = async (request: Record<string, string>) => {
      const { json } = await auth.send(domain.name, '/connect/par', clientCall(clientId, request));
      return { client_id: clientId, request_uri: (json as { request_uri: string }).request_uri };
    };

    expect(await readClaims(await signIn({ claims: REQUESTED }, push))).toEqual(expected);
  });

  it('is issued after the consent of the user', async () => {
    await auth.rows.query(`UPDATE client SET policies = '{consent}', revision = nextval('revision') WHERE client_id = $1`, [clientId]);
    const { request, verifier } = codeRequest(clientId, { scope: 'openid', claims: REQUESTED });
    const browser = auth.browser(domain);
    const page = await browser.signIn(request, { sub });
    const { location } = await browser.decide(page, { consent: true });
    await auth.rows.query(`UPDATE client SET policies = NULL, revision = nextval('revision') WHERE client_id = $1`, [clientId]);

    expect(await readClaims(await redeemCode(location, verifier))).toEqual(expected);
  });

  it('is issued beside those of the granted scope', async () => {
    const tokens = await signIn({ claims: REQUESTED, scope: 'openid email' });

    expect(await readClaims(tokens)).toEqual({ idToken: { email: EMAIL }, userinfo: { name: NAME, email: EMAIL } });
  });

  it('is not issued without the parameter', async () => {
    expect(await readClaims(await signIn({}))).toEqual({ idToken: {}, userinfo: {} });
  });
});
