import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { clientCall, codeRequest, InProcessAuth, SECRET, type ServedDomainOfTest, type Tokens } from '../../in-process-auth.fixture.js';
import type { Answer } from '../../../../../test/support/http.js';
import { storeAuthentication } from '../../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner, hashAccessToken, type ProofSigner } from '../../client-authentication/dpop-proof.fixture.js';

const SERVICE = { grant_type: 'ClientCredentials', scope: 'read write', allowed_origins: ['https://app.example.com'] };
const CONCURRENT = 20;

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let signer: ProofSigner;
let other: ProofSigner;
let service: string;
let tokenUrl: string;

beforeAll(async () => {
  auth = await InProcessAuth.start({ environment: { MTLS_AUTH_URL: 'https://mtls.{domain}:8443' } });
  domain = await auth.domain();
  tokenUrl = `${domain.issuer}/connect/token`;
  [signer, other] = [await generateProofSigner(), await generateProofSigner()];
  service = await auth.client(domain, SERVICE);
});

afterAll(() => auth.stop());

/** Selects the fast path or oidc-provider; a request with `Origin` goes to the latter. */
const PATHS = [
  ['the fast path', {}],
  ['oidc-provider', { Origin: 'https://app.example.com' }],
] as const;

function post(
  path: string,
  parameters: Record<string, string>,
  headers: Record<string, string>,
  clientId = service,
  secret: string | null = SECRET,
) {
  const call = clientCall(clientId, parameters, secret);
  return auth.send(domain.name, path, { ...call, headers: { ...call.headers, ...headers } });
}

function requestToken(proof: string | null, headers: Record<string, string> = {}, clientId = service): Promise<Answer> {
  return post('/connect/token', { grant_type: 'client_credentials' }, { ...(proof !== null && { DPoP: proof }), ...headers }, clientId);
}

const accessTokenOf = ({ json }: Answer) => (json as Tokens).access_token;
const errorOf = ({ status, json }: Answer) => [status, (json as { error: string }).error];
const descriptionOf = ({ json }: Answer) => (json as { error_description: string }).error_description;

/** Signs a user in to a client. @returns the code and the parameters that redeem it */
async function getCode(clientId: string, parameters: Record<string, string> = {}) {
  const { request, verifier } = codeRequest(clientId, { scope: 'openid offline_access', ...parameters });
  const answer = await auth.browser(domain).signIn(request, { sub: await auth.user(domain) });
  return { code: answer.searchParams.get('code')!, code_verifier: verifier, redirect_uri: request['redirect_uri']! };
}

async function redeem(clientId: string, code: Record<string, string>, proof: string | null, secret: string | null = null): Promise<Answer> {
  return post('/connect/token', { grant_type: 'authorization_code', ...code }, proof === null ? {} : { DPoP: proof }, clientId, secret);
}

describe.each(PATHS)('token request with a DPoP proof, by %s', (_path, headers) => {
  it("issues a token that is bound to the proof's key, and a nonce for the next proof", async () => {
    const answer = await requestToken(await signer.prove(tokenUrl), headers);

    expect(answer).toMatchObject({ status: 200, json: { token_type: 'DPoP', scope: 'read write' } });
    expect(decodeJwt(accessTokenOf(answer))).toMatchObject({ sub: service, cnf: { jkt: signer.thumbprint } });
    const nonce = answer.headers['dpop-nonce'] as string;
    const next = await requestToken(await signer.prove(tokenUrl, { nonce }), headers);
    expect([next.status, next.headers['dpop-nonce']]).toEqual([200, undefined]);
  });

  it.each(['PS256', 'EdDSA'])('accepts a proof signed with %s', async (algorithm) => {
    const signed = await generateProofSigner(algorithm);

    const answer = await requestToken(await signed.prove(tokenUrl), headers);

    expect(decodeJwt(accessTokenOf(answer))['cnf']).toEqual({ jkt: signed.thumbprint });
  });

  it('accepts the token endpoint on the mTLS host as htu', async () => {
    const answer = await requestToken(await signer.prove(`https://mtls.${domain.name}:8443/connect/token`), headers);

    expect(answer.status).toBe(200);
  });

  it.each<[string, RegExp, () => Promise<string>]>([
    ['another method', /its htm must be/, () => signer.prove(tokenUrl, { htm: 'GET' })],
    ['another address', /its htu must be/, () => signer.prove(`${domain.issuer}/connect/par`)],
    ['another domain', /its htu must be/, () => signer.prove('https://other.example.com/connect/token')],
    ['no iat', /needs the claim iat/, () => signer.prove(tokenUrl, { iat: undefined })],
    ['an iat in the future', /in the future/, () => signer.prove(tokenUrl, { iat: Math.floor(Date.now() / 1_000) + 90 })],
    [
      'an iat in the future and a nonce',
      /in the future/,
      () => signer.prove(tokenUrl, { iat: Math.floor(Date.now() / 1_000) + 400, nonce: 'any' }),
    ],
    ['an nbf in the future', /not valid yet/, () => signer.prove(tokenUrl, { nbf: Math.floor(Date.now() / 1_000) + 90 })],
    ['no jti', /jti/, () => signer.prove(tokenUrl, { jti: undefined })],
    ['another typ', /^the DPoP proof is not valid: /, () => signer.prove(tokenUrl, {}, { typ: 'jwt' })],
    ['the public key of another', /^the DPoP proof is not valid: /, () => signer.prove(tokenUrl, {}, { jwk: other.jwk })],
    ['crit', /^the DPoP proof is not valid: /, () => signer.prove(tokenUrl, {}, { crit: ['exp'], exp: 1 } as never).catch(() => 'a.b.c')],
    [
      'an exp that has passed',
      /^the DPoP proof is not valid: /,
      () => signer.prove(tokenUrl, { exp: Math.floor(Date.now() / 1_000) - 60 }),
    ],
    ['no JWT', /^the DPoP proof is not valid: /, async () => 'no proof'],
    ['RS256', /^the DPoP proof is not valid: /, async () => (await generateProofSigner('RS256')).prove(tokenUrl)],
    ['a symmetric key', /^the DPoP proof is not valid: /, proveBySecret],
    ['its private key', /^the DPoP proof is not valid: /, proveWithPrivateKey],
  ])('rejects a proof with %s: %s', async (_what, description, prove) => {
    const answer = await requestToken(await prove(), headers);

    expect(errorOf(answer)).toEqual([400, 'invalid_dpop_proof']);
    expect(descriptionOf(answer)).toMatch(description);
  });

  it.each<[string, () => Promise<string>]>([
    ['nbf and exp', () => signer.prove(tokenUrl, { nbf: Math.floor(Date.now() / 1_000) - 1, exp: Math.floor(Date.now() / 1_000) + 60 })],
    ['a query and a fragment in htu', () => signer.prove(`${tokenUrl}?a=b#c`)],
    ['scheme and host in capitals', () => signer.prove(tokenUrl.replace(domain.issuer, domain.issuer.toUpperCase()))],
    ['a dot segment in htu', () => signer.prove(tokenUrl.replace('token', './token'))],
    ['a typ with its whole media type', () => signer.prove(tokenUrl, {}, { typ: 'application/DPoP+JWT' })],
    ['the host for mTLS in capitals', () => signer.prove(`HTTPS://MTLS.${domain.name.toUpperCase()}:8443/connect/token`)],
  ])('accepts %s', async (_what, prove) => {
    const answer = await requestToken(await prove(), headers);

    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ token_type: 'DPoP' })]);
  });

  it.each<[string, () => Promise<string>]>([
    ['an old iat', () => signer.prove(tokenUrl, { iat: Math.floor(Date.now() / 1_000) - 310 })],
    ['an unknown nonce', () => signer.prove(tokenUrl, { nonce: 'unknown' })],
  ])('requests a nonce for %s', async (_what, prove) => {
    const answer = await requestToken(await prove(), headers);

    expect([...errorOf(answer), answer.headers['dpop-nonce']]).toEqual([400, 'use_dpop_nonce', expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('consumes the proof: only one of several concurrent requests gets a token', async () => {
    const proof = await signer.prove(tokenUrl);

    const answers = await Promise.all(Array.from({ length: CONCURRENT }, () => requestToken(proof, headers)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect(errorOf(refused)).toEqual([400, 'invalid_dpop_proof']);
    expect(descriptionOf(refused)).toBe('the DPoP proof was used before: each request requires a new one');
  });
});

async function proveBySecret(): Promise<string> {
  const jwk = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') };
  const header = { alg: 'HS256', typ: 'dpop+jwt', jwk };
  return new SignJWT({ htm: 'POST', htu: tokenUrl, jti: 'j' }).setProtectedHeader(header).setIssuedAt().sign(Buffer.alloc(32, 1));
}

async function proveWithPrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(privateKey) };
  return new SignJWT({ htm: 'POST', htu: tokenUrl, jti: 'k' }).setProtectedHeader(header).setIssuedAt().sign(privateKey);
}

describe('DPoP proofs', () => {
  it('rejects a proof that the other path has consumed', async () => {
    const [fast, full] = [PATHS[0][1], PATHS[1][1]];
    const [one, two] = [await signer.prove(tokenUrl), await signer.prove(tokenUrl)];

    const answers = [
      await requestToken(one, fast),
      await requestToken(one, full),
      await requestToken(two, full),
      await requestToken(two, fast),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400]);
  });

  it.each(PATHS)('requires a proof from a client whose tokens are always bound, by %s', async (_path, headers) => {
    const bound = await auth.client(domain, SERVICE);
    await storeAuthentication(
      auth,
      { domain_id: domain.id, client_id: bound },
      { methods: [{ type: 'ClientSecret', jwks_uri: null }], sender_constraint: 'DPoP' },
    );

    const answers = [await requestToken(null, headers, bound), await requestToken(await signer.prove(tokenUrl), headers, bound)];

    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    expect(errorOf(answers[0]!)).toEqual([400, 'invalid_dpop_proof']);
    expect(descriptionOf(answers[0]!)).toMatch(/the request requires a DPoP proof/);
  });
});

describe('introspection of a bound token', () => {
  it('shows the key that a token is bound to', async () => {
    const token = accessTokenOf(await requestToken(await signer.prove(tokenUrl)));

    const { json } = await post('/connect/introspect', { token }, {});

    expect(json).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: signer.thumbprint } });
  });
});

describe('tokens of a signed-in user', () => {
  it('binds the tokens: userinfo requires a proof with the key of the access token, for this token', async () => {
    const app = await auth.client(domain, { client_type: 'Public' });
    const token = accessTokenOf(await redeem(app, await getCode(app), await signer.prove(tokenUrl)));
    const url = `${domain.issuer}/connect/userinfo`;
    const userinfo = async (scheme: string, proof: string | null) =>
      auth.send(domain.name, '/connect/userinfo', {
        headers: { Authorization: `${scheme} ${token}`, ...(proof !== null && { DPoP: proof }) },
      });
    const ath = hashAccessToken(token);
    const prove = (by: ProofSigner, changes = {}) => by.prove(url, { htm: 'GET', ath, ...changes });

    const answers = [
      await userinfo('DPoP', await prove(signer)),
      await userinfo('DPoP', await prove(other)),
      await userinfo('DPoP', await prove(signer, { ath: hashAccessToken('another') })),
      await userinfo('DPoP', await prove(signer, { ath: undefined })),
      await userinfo('DPoP', null),
      await userinfo('Bearer', null),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401, 400, 401]);
    expect(answers[1]!.headers['www-authenticate']).toMatch(/^DPoP .*algs="ES256 PS256 EdDSA Ed25519"/);
  });

  it("refreshes a public client's tokens only with the same key", async () => {
    const app = await auth.client(domain, { client_type: 'Public' });
    const { refresh_token: token } = (await redeem(app, await getCode(app), await signer.prove(tokenUrl))).json as Tokens;
    const refresh = async (by: ProofSigner | null) =>
      post(
        '/connect/token',
        { grant_type: 'refresh_token', refresh_token: token! },
        by ? { DPoP: await by.prove(tokenUrl) } : {},
        app,
        null,
      );

    const [without, byOther, bySame] = [await refresh(null), await refresh(other), await refresh(signer)];

    expect([errorOf(without), errorOf(byOther), bySame.status]).toEqual([[400, 'invalid_grant'], [400, 'invalid_grant'], 200]);
    expect(bySame.json).toMatchObject({ token_type: 'DPoP' });
  });

  it('issues tokens only for the key that the authorization request named', async () => {
    const app = await auth.client(domain, { client_type: 'Public' });
    const named = { dpop_jkt: signer.thumbprint };

    const answers = [
      await redeem(app, await getCode(app, named), await other.prove(tokenUrl)),
      await redeem(app, await getCode(app, named), null),
      await redeem(app, await getCode(app, named), await signer.prove(tokenUrl)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200]);
  });

  it('binds the tokens to the key of the proof with which the request was pushed', async () => {
    const app = await auth.client(domain);
    const { request, verifier } = codeRequest(app);
    const { client_id: _id, ...parameters } = request;
    const pushed = await post('/connect/par', parameters, { DPoP: await signer.prove(`${domain.issuer}/connect/par`) }, app);
    const { request_uri: uri } = pushed.json as { request_uri: string };
    const signedIn = await auth.browser(domain).signIn({ client_id: app, request_uri: uri }, { sub: await auth.user(domain) });
    const code = { code: signedIn.searchParams.get('code')!, code_verifier: verifier, redirect_uri: request['redirect_uri']! };

    expect(errorOf(await redeem(app, code, await other.prove(tokenUrl), SECRET))).toEqual([400, 'invalid_grant']);
  });
});

describe('DPoP in the discovery document', () => {
  it('announces the algorithms of proofs', async () => {
    const { json } = await auth.send(domain.name, '/.well-known/openid-configuration');

    expect(json).toMatchObject({ dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'] });
  });
});
