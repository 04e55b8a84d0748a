import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { useAuthFixture } from '../../auth.fixture.js';
import { answerOf, type Browser, type Tokens } from '../../in-process-auth.fixture.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MAX_TOKEN_BYTES = 8_192;
const SMALL = { preferred_username: 'jane.doe.10', name: 'Jane Doe', email: 'jane@example.com' };
/** Together the maximum that a user may have. */
const ATTRIBUTES: Record<string, unknown> = {
  ...SMALL,
  picture: `https://cdn.example.com/${'x'.repeat(4_000)}`,
  ...Object.fromEntries(Array.from({ length: 7 }, (_none, n) => [`groups${n}`, Array.from({ length: 700 }, () => 'grüppe')])),
};
const SCOPE = 'openid profile email offline_access orders';

const fixture = useAuthFixture({ client: { post_sign_out_redirect_uris: ['https://app.example.com/bye'] } });
let browser: Browser;
let tokens: Required<Tokens>;

beforeAll(async () => {
  const scopes = JSON.stringify([{ scope: 'orders', claims: Object.keys(ATTRIBUTES) }]);
  for (const kind of ['id_token', 'access_token'])
    await fixture.auth.rows.insert('scope_claims', { domain_id: fixture.domain.id, kind, scopes });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
  await fixture.auth.rows.query('UPDATE end_user SET attributes = $1 WHERE sub = $2', [JSON.stringify(ATTRIBUTES), fixture.sub]);
  browser = fixture.browser();
  tokens = await fixture.signIn({ scope: SCOPE, nonce: 'n'.repeat(2_048), claims: '{"id_token":{"groups0":null}}' }, { browser });
});

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

describe('tokens of a user with 60 KB of attributes', () => {
  it('limits tokens to 8 KB, with the claims that fit', async () => {
    const refreshed = await fixture.requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    for (const token of [tokens.id_token, tokens.access_token, refreshed.id_token, refreshed.access_token]) {
      expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_BYTES);
      expect(decodeJwt(token)).toMatchObject(SMALL);
      expect(decodeJwt(token)).not.toHaveProperty('groups0');
    }
  });

  it('accepts the token at userinfo, which returns all claims', async () => {
    expect(await fixture.userinfo(tokens.access_token)).toMatchObject({ status: 200, json: { sub: fixture.sub, ...ATTRIBUTES } });
  });

  it('accepts the token for introspection and revocation', async () => {
    expect(await fixture.post('/connect/introspect', { token: tokens.access_token })).toMatchObject({ json: { active: true } });
  });

  it('accepts the token as id_token_hint of an authorization request, by GET and by POST', async () => {
    const { request } = fixture.codeRequest({ id_token_hint: tokens.id_token, prompt: 'none', scope: SCOPE, state: 's'.repeat(2_048) });
    const byGet = await browser.request(`/connect/authorize?${query(request)}`);
    const page = await browser.request('/connect/authorize', { method: 'POST', headers: FORM, body: query(request) });
    const byPage = await browser.request('/connect/authorize?own', { method: 'POST', headers: FORM, body: query(request) });

    expect([byGet, byPage].map(({ headers }) => Object.keys(answerOf(new URL(headers.location!))))).toEqual(
      Array(2).fill(expect.arrayContaining(['code', 'state'])),
    );
    expect([page.status, page.headers.location]).toEqual([303, `${fixture.domain.issuer}/connect/authorize?${query(request)}`]);
  });

  it.each(['GET', 'POST'])('accepts the token as id_token_hint of a logout by %s', async (method) => {
    const another = fixture.browser();
    const { id_token: hint } = await fixture.signIn({ scope: SCOPE, nonce: 'n'.repeat(2_048) }, { browser: another });
    const parameters = query({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example.com/bye', state: 's'.repeat(2_048) });
    const call = method === 'GET' ? {} : { method, headers: FORM, body: parameters };

    const answer = await another.request(method === 'GET' ? `/connect/endsession?${parameters}` : '/connect/endsession?own', call);

    expect([answer.status, answer.headers.location]).toEqual([303, `https://app.example.com/bye?state=${'s'.repeat(2_048)}`]);
  });
});
