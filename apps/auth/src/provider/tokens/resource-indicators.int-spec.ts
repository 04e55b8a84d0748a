import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';

const [ONE, TWO, THREE] = ['https://one.example.com', 'https://two.example.com/api', 'https://three.example.com'];

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain, { audiences: [ONE, TWO] });
  sub = await auth.user(domain);
}, 60_000);

afterAll(() => auth.stop());

type Parameters = Record<string, string>;

/** Redeems the code of a new sign-in. @param asked the resource of the authorization request @param redeemed that of the token request */
async function redeem({ asked = {}, redeemed = {}, of = clientId }: { asked?: Parameters; redeemed?: Parameters; of?: string }) {
  const { request, verifier } = codeRequest(of, { scope: 'openid orders offline_access', ...asked });
  const code = (await auth.browser(domain).signIn(request, { sub })).searchParams.get('code')!;
  const standard = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  return auth.send(domain.name, '/connect/token', clientCall(of, { ...standard, ...redeemed }));
}

const refresh = (token: string, more: Parameters = {}) =>
  auth.send(domain.name, '/connect/token', clientCall(clientId, { grant_type: 'refresh_token', refresh_token: token, ...more }));

const audienceOf = (json: unknown) => decodeJwt((json as Tokens).access_token).aud;

describe('a resource in the token request', () => {
  it('is the audience of the token, and each refresh can name another', async () => {
    const { json } = await redeem({ redeemed: { resource: TWO } });
    const other = await refresh((json as Required<Tokens>).refresh_token, { resource: ONE });
    const all = await refresh((other.json as Required<Tokens>).refresh_token);

    expect([json, other.json, all.json].map(audienceOf)).toEqual([TWO, ONE, [ONE, TWO]]);
    expect(decodeJwt((json as Tokens).access_token)).toMatchObject({ sub, scope: 'openid orders offline_access' });
    const headers = { Authorization: `Bearer ${(json as Tokens).access_token}` };
    expect((await auth.send(domain.name, '/connect/userinfo', { headers })).status).toBe(200);
  });

  it('can be the issuer, if the client has no audiences', async () => {
    const plain = await auth.client(domain);

    expect(audienceOf((await redeem({ of: plain, redeemed: { resource: domain.issuer } })).json)).toBe(domain.issuer);
  });

  it.each<[string, Parameters, string, string]>([
    ['is not the client’s', {}, THREE, `resource ${THREE} must be one of those that the authorization request was for`],
    ['was not asked for before', { resource: ONE }, TWO, `resource ${TWO} must be one of those that the authorization request was for`],
    ['stands for all', {}, 'urn:latchkey:{all-audiences}', 'resource urn:latchkey:{all-audiences} is not one of the audiences of client '],
  ])('is refused if it %s', async (_why, asked, resource, description) => {
    const { status, json } = await redeem({ asked, redeemed: { resource } });

    expect([status, json]).toEqual([400, { error: 'invalid_target', error_description: expect.stringContaining(description) }]);
  });

  it('is refused if there are several', async () => {
    const { json } = await redeem({});
    const call = clientCall(clientId, { grant_type: 'refresh_token', refresh_token: (json as Required<Tokens>).refresh_token });
    const several = new URLSearchParams([
      ['resource', ONE],
      ['resource', TWO],
    ]);

    const answer = await auth.send(domain.name, '/connect/token', { ...call, body: `${call.body as string}&${several.toString()}` });

    const description = 'a token request may name one resource, not 2';
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid_target', error_description: description }]);
  });
});
