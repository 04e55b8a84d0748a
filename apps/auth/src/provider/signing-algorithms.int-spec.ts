import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SIGNING_ALGORITHMS } from '@latchkey/crypto';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { cliJson } from '../../../../test/support/cli.js';
import {
  type Browser,
  clientCall,
  codeRequest,
  InProcessAuth,
  type ServedDomainOfTest,
  type Tokens,
  codeGrant,
} from '../in-process-auth.fixture.js';

let auth: InProcessAuth;

beforeAll(async () => {
  auth = await InProcessAuth.start();
}, 60_000);

afterAll(() => auth.stop());

/** A client with a signed-in user. */
class TestClient {
  private constructor(
    readonly domain: ServedDomainOfTest,
    readonly clientId: string,
    readonly browser: Browser,
    readonly sub: string,
  ) {}

  static async create(domain: ServedDomainOfTest, values = {}): Promise<TestClient> {
    const clientId = await auth.client(domain, { post_sign_out_redirect_uris: ['https://app.example.com/bye'], ...values });
    return new TestClient(domain, clientId, auth.browser(domain), await auth.user(domain));
  }

  async authorize(parameters: Record<string, string> = {}): Promise<{ response: URL; verifier: string }> {
    const { request, verifier } = codeRequest(this.clientId, { scope: 'openid offline_access', ...parameters });
    return { response: await this.browser.authorizeAs(request, { sub: this.sub }), verifier };
  }

  async signIn(): Promise<Required<Tokens>> {
    const { response, verifier } = await this.authorize();
    return this.requestTokens(codeGrant(response, verifier));
  }

  async requestTokens(parameters: Record<string, string>): Promise<Required<Tokens>> {
    const { status, text, json } = await auth.send(this.domain.name, '/connect/token', clientCall(this.clientId, parameters));
    if (status !== 200) throw new Error(text);
    return json as Required<Tokens>;
  }

  /** The algorithms with which a relying party verifies the tokens. */
  async verify({ id_token: idToken, access_token: accessToken }: Tokens): Promise<(string | undefined)[]> {
    const keys = createLocalJWKSet((await auth.send(this.domain.name, '/.well-known/jwks.json')).json as JSONWebKeySet);
    const { issuer } = this.domain;
    const tokens = [
      jwtVerify(idToken, keys, { issuer, audience: this.clientId }),
      jwtVerify(accessToken, keys, { issuer, audience: issuer, typ: 'at+jwt' }),
    ];
    return (await Promise.all(tokens)).map(({ protectedHeader }) => protectedHeader.alg);
  }
}

async function choose(table: 'client' | 'domain', id: string, idToken: string): Promise<void> {
  const key = table === 'client' ? 'client_id' : 'id::text';
  const change = `id_token_algorithms = $2, access_token_algorithms = $2, revision = nextval('revision')`;
  await auth.rows.query(`UPDATE ${table} SET ${change} WHERE ${key} = $1`, [id, [idToken]]);
}

describe('signing algorithms of user tokens', () => {
  it('signs with RS256 and ES256, unless domain or client choose others', async () => {
    const client = await TestClient.create(await auth.domain());

    const tokens = await client.signIn();
    const refreshed = await client.requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    expect([await client.verify(tokens), await client.verify(refreshed)]).toEqual([
      ['RS256', 'ES256'],
      ['RS256', 'ES256'],
    ]);
  });

  it.each(SIGNING_ALGORITHMS)('signs with %s if the client chooses it, from the next token request', async (algorithm) => {
    const client = await TestClient.create(await auth.domain(SIGNING_ALGORITHMS));
    const before = await client.signIn();
    await choose('client', client.clientId, algorithm);

    const tokens = await client.requestTokens({ grant_type: 'refresh_token', refresh_token: before.refresh_token });

    expect(await client.verify(tokens)).toEqual([algorithm, algorithm]);
  });

  it('signs as the domain chooses, unless the client chooses another algorithm', async () => {
    const domain = await auth.domain(SIGNING_ALGORITHMS);
    const [plain, special] = [await TestClient.create(domain), await TestClient.create(domain)];
    await choose('domain', domain.id, 'EdDSA');
    await choose('client', special.clientId, 'PS256');

    expect([await plain.verify(await plain.signIn()), await special.verify(await special.signIn())]).toEqual([
      ['EdDSA', 'EdDSA'],
      ['PS256', 'PS256'],
    ]);
  });

  it('signs with the first key of a domain without an RS256 key', async () => {
    const client = await TestClient.create(await auth.domain(['ES256']));

    expect(await client.verify(await client.signIn())).toEqual(['RS256', 'ES256']);
  });

  it('signs with the next algorithm until the key of the chosen one signs', async () => {
    const domain = await auth.domain(['RS256', 'ES256', 'EdDSA']);
    const client = await TestClient.create(domain);
    await choose('client', client.clientId, 'EdDSA');
    const move = (time: string) =>
      auth.rows.query(`UPDATE signing_key SET signs_from = ${time} WHERE domain_id = $1 AND algorithm = 'EdDSA'`, [domain.id]);
    await move(`now() + interval '10 minutes'`);
    const before = await client.verify(await client.signIn());

    await move('now()');
    await auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [domain.id]);

    expect([before, await client.verify(await client.signIn())]).toEqual([
      ['RS256', 'ES256'],
      ['EdDSA', 'EdDSA'],
    ]);
  });
});

describe('signing algorithm of a client token', () => {
  it("signs with the client's algorithm, also through oidc-provider", async () => {
    const domain = await auth.domain(SIGNING_ALGORITHMS);
    const values = { grant_type: 'ClientCredentials', scope: 'orders', allowed_origins: [domain.issuer] };
    const client = await TestClient.create(domain, values);
    await choose('client', client.clientId, 'PS256');
    const grant = clientCall(client.clientId, { grant_type: 'client_credentials' });
    const request = (headers = {}) => auth.send(domain.name, '/connect/token', { ...grant, headers: { ...grant.headers, ...headers } });
    const keys = createLocalJWKSet((await auth.send(domain.name, '/.well-known/jwks.json')).json as JSONWebKeySet);

    // A request with an Origin does not take the fast path.
    for (const headers of [{}, { Origin: domain.issuer }]) {
      const { access_token: token } = (await request(headers)).json as Tokens;
      expect((await jwtVerify(token, keys, { issuer: domain.issuer })).protectedHeader.alg).toBe('PS256');
    }
  });
});

describe('ID tokens from before a change of the algorithm', () => {
  it('accepts an older ID token as a hint, but not a forged one', async () => {
    const client = await TestClient.create(await auth.domain());
    const { id_token: hint } = await client.signIn();
    await choose('client', client.clientId, 'ES256');
    const [head, , signature] = hint.split('.');
    const claims = Buffer.from(JSON.stringify({ sub: client.sub, aud: client.clientId, iss: client.domain.issuer })).toString('base64url');

    const accepted = await client.authorize({ prompt: 'none', id_token_hint: hint });
    const refused = await client.authorize({ prompt: 'none', id_token_hint: `${head}.${claims}.${signature}` });
    const logout = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example.com/bye' });
    const { headers } = await client.browser.request(`/connect/endsession?${logout.toString()}`);

    expect(accepted.response.searchParams.has('code')).toBe(true);
    expect(refused.response.searchParams.get('error')).toBe('invalid_request');
    expect(headers.location).toBe('https://app.example.com/bye');
  });
});

describe('revoked signing keys', () => {
  it('invalidates JWTs signed with a revoked key; refresh tokens and sessions stay, and the new key signs', async () => {
    const client = await TestClient.create(await auth.domain());
    const { name } = client.domain;
    const before = await client.signIn();
    const accepted = async (accessToken: string) => {
      const { json } = await auth.send(name, '/connect/introspect', clientCall(client.clientId, { token: accessToken }));
      const { status } = await auth.send(name, '/connect/userinfo', { headers: { Authorization: `Bearer ${accessToken}` } });
      return [(json as { active: boolean }).active, status];
    };
    expect(await accepted(before.access_token)).toEqual([true, 200]);
    const kids = [before.access_token, before.id_token].map((token) => decodeProtectedHeader(token).kid!);

    for (const kid of kids) await cliJson(auth.database.url, 'signing-key', 'revoke', name, kid);

    expect(await accepted(before.access_token)).toEqual([false, 401]);
    await expect(client.verify(before)).rejects.toThrow('no applicable key');
    const hinted = await client.authorize({ prompt: 'none', id_token_hint: before.id_token });
    expect(hinted.response.searchParams.get('error')).toBe('invalid_request');
    const refreshed = await client.requestTokens({ grant_type: 'refresh_token', refresh_token: before.refresh_token });
    expect([await client.verify(refreshed), await accepted(refreshed.access_token)]).toEqual([
      ['RS256', 'ES256'],
      [true, 200],
    ]);
    const again = await client.authorize({ prompt: 'none' });
    expect(again.response.searchParams.has('code')).toBe(true);
  });
});
