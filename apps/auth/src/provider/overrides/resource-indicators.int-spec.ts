import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { clientCall, codeRequest, type Tokens, codeGrant } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const [ONE, TWO, THREE] = ['https://one.example.com', 'https://two.example.com/api', 'https://three.example.com'];

const fixture = useAuthFixture({ client: { audiences: [ONE, TWO] } });

type Parameters = Record<string, string>;

/**
 * Redeems the code of a new sign-in. @param asked the resource of the authorization request @param redeemed the resource of the token
 * request
 */
async function redeem({ asked = {}, redeemed = {}, of = fixture.clientId }: { asked?: Parameters; redeemed?: Parameters; of?: string }) {
  const { request, verifier } = codeRequest(of, { scope: 'openid orders offline_access', ...asked });
  const defaults = codeGrant(await fixture.browser().signIn(request, { sub: fixture.sub }), verifier);
  return fixture.send('/connect/token', clientCall(of, { ...defaults, ...redeemed }));
}

const refresh = (token: string, more: Parameters = {}) =>
  fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: token, ...more });

const audienceOf = (json: unknown) => decodeJwt((json as Tokens).access_token).aud;

describe('resource of a token request', () => {
  it('becomes the audience of the token, and each refresh can name another', async () => {
    const { json } = await redeem({ redeemed: { resource: TWO } });
    const other = await refresh((json as Required<Tokens>).refresh_token, { resource: ONE });
    const all = await refresh((other.json as Required<Tokens>).refresh_token);

    expect([json, other.json, all.json].map(audienceOf)).toEqual([TWO, ONE, [ONE, TWO]]);
    expect(decodeJwt((json as Tokens).access_token)).toMatchObject({ sub: fixture.sub, scope: 'openid orders offline_access' });
    expect((await fixture.userinfo((json as Tokens).access_token)).status).toBe(200);
  });

  it('may be the issuer if the client has no audiences', async () => {
    const plain = await fixture.client();

    expect(audienceOf((await redeem({ of: plain, redeemed: { resource: fixture.domain.issuer } })).json)).toBe(fixture.domain.issuer);
  });

  it.each<[string, Parameters, string, string]>([
    ['is not the client’s', {}, THREE, `resource ${THREE} must be one of those that the authorization request was for`],
    ['was not asked for before', { resource: ONE }, TWO, `resource ${TWO} must be one of those that the authorization request was for`],
    ['stands for all', {}, 'urn:latchkey:{all-audiences}', 'resource urn:latchkey:{all-audiences} is not one of the audiences of client '],
  ])('is rejected if the resource %s', async (_why, asked, resource, description) => {
    const { status, json } = await redeem({ asked, redeemed: { resource } });

    expect([status, json]).toEqual([400, { error: 'invalid_target', error_description: expect.stringContaining(description) }]);
  });

  it('rejects several resources', async () => {
    const { json } = await redeem({});
    const call = clientCall(fixture.clientId, { grant_type: 'refresh_token', refresh_token: (json as Required<Tokens>).refresh_token });
    const several = new URLSearchParams([
      ['resource', ONE],
      ['resource', TWO],
    ]);

    const answer = await fixture.send('/connect/token', { ...call, body: `${call.body as string}&${several.toString()}` });

    const description = 'a token request may name one resource, not 2';
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid_target', error_description: description }]);
  });
});
