import { beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateIssuer, type IssuedCertificate } from '../../../../../test/support/certificates.js';
import type { Answer, Call } from '../../../../../test/support/http.js';
import { useAuthFixture } from '../../auth.fixture.js';
import { storeAuthentication } from '../../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner, hashAccessToken, type ProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { clientCall, SECRET, type Tokens } from '../../in-process-auth.fixture.js';

const ORDERS = 'https://orders.example.com';
const SERVICE = { grant_type: 'ClientCredentials', scope: 'orders:read orders:write', audiences: [ORDERS, 'https://stock.example.com'] };
const CERTIFICATE_HEADER = 'x-ssl-client-cert';
/** What Traefik says of a request. */
const FORWARDED = {
  'X-Forwarded-Method': 'POST',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'orders.example.com',
  'X-Forwarded-Uri': '/orders?page=2',
};
const INVALID = {
  error: 'invalid_token',
  error_description: 'the access token has expired, was revoked or was not issued by this domain',
};

const fixture = useAuthFixture({
  environment: { TRUST_PROXY: 'loopback', CLIENT_CERT_HEADER: CERTIFICATE_HEADER, MTLS_AUTH_URL: 'https://mtls.{domain}' },
});
let service: string;

beforeAll(async () => {
  service = await fixture.client(SERVICE);
});

async function requestToken(clientId = service, headers: Record<string, string> = {}, domain = fixture.domain.name): Promise<string> {
  const call = clientCall(clientId, { grant_type: 'client_credentials' });
  const { json } = await fixture.auth.send(domain, '/connect/token', { ...call, headers: { ...call.headers, ...headers } });
  return (json as Tokens).access_token;
}

function verify(parameters: Record<string, string>, call: Call = {}, host = fixture.domain.name): Promise<Answer> {
  return fixture.auth.send(host, `/connect/verify?${new URLSearchParams(parameters).toString()}`, call);
}

const bearer = (token: string, headers: Record<string, string> = {}): Call => ({
  headers: { Authorization: `Bearer ${token}`, ...headers },
});

function refusalOf({ status, headers, json }: Answer) {
  return { status, challenge: headers['www-authenticate'], body: json };
}

/** A challenge to both schemes. */
function challenge(details = ''): string {
  const realm = `realm="${fixture.domain.issuer}"`;
  return `Bearer ${realm}${details}, DPoP ${realm}${details}`;
}

const detailsOf = ({ error, error_description: description }: typeof INVALID) => `, error="${error}", error_description="${description}"`;

describe('/connect/verify with a valid token', () => {
  it('answers 204 with the user, the client and the scope, without CORS headers or caching', async () => {
    const { access_token: token } = await fixture.signIn({ scope: 'openid email' });

    const answer = await verify({ audience: fixture.domain.issuer, scope: 'email' }, bearer(token, { Origin: 'https://app.example.com' }));

    expect([answer.status, answer.text]).toEqual([204, '']);
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, 'x-request-id': _id, ...headers } = answer.headers;
    expect(headers).toEqual({
      'x-auth-subject': fixture.sub,
      'x-auth-client': fixture.clientId,
      'x-auth-scope': 'openid email',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it.each(['GET', 'HEAD'])('answers 204 for a token of a client itself, by %s', async (method) => {
    const answer = await verify({ audience: ORDERS, scope: 'orders:write orders:read' }, { ...bearer(await requestToken()), method });

    expect(answer).toMatchObject({
      status: 204,
      headers: { 'x-auth-subject': service, 'x-auth-client': service, 'x-auth-scope': 'orders:read orders:write' },
    });
  });

  it('answers 204 with an empty X-Auth-Scope for a token without scope, if no scope is demanded', async () => {
    const token = await requestToken(await fixture.client({ ...SERVICE, scope: 'openid' }));

    expect(await verify({ audience: ORDERS }, bearer(token))).toMatchObject({ status: 204, headers: { 'x-auth-scope': '' } });
  });

  it('answers 204 at the host for mTLS', async () => {
    expect((await verify({ audience: ORDERS }, bearer(await requestToken()), `mtls.${fixture.domain.name}`)).status).toBe(204);
  });

  it('rejects a token for another audience', async () => {
    const body = {
      error: 'invalid_token',
      error_description: 'the access token is not for this API: request one with its audience as resource',
    };

    const answer = await verify({ audience: `${ORDERS}/` }, bearer(await requestToken()));

    expect(refusalOf(answer)).toEqual({ status: 401, challenge: challenge(detailsOf(body)), body });
  });

  it('rejects a token that lacks a part of the demanded scope', async () => {
    const body = { error: 'insufficient_scope', error_description: 'the access token needs the scope orders:read orders:delete' };

    const answer = await verify({ audience: ORDERS, scope: 'orders:read orders:delete' }, bearer(await requestToken()));

    expect(refusalOf(answer)).toEqual({
      status: 403,
      challenge: challenge(`${detailsOf(body)}, scope="orders:read orders:delete"`),
      body,
    });
  });

  it('rejects a demand for scope that the client has lost since', async () => {
    const clientId = await fixture.client(SERVICE);
    const token = await requestToken(clientId);
    const columns = [fixture.domain.id, clientId];
    const change = "UPDATE client SET scope = 'orders:read', revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2";
    await fixture.auth.rows.query(change, columns);

    const [lost, kept] = [
      await verify({ audience: ORDERS, scope: 'orders:write' }, bearer(token)),
      await verify({ audience: ORDERS }, bearer(token)),
    ];

    expect([lost.status, kept.headers['x-auth-scope']]).toEqual([403, 'orders:read']);
  });
});

describe('/connect/verify without a valid token', () => {
  it.each<[string, Call]>([
    ['no token', {}],
    ['another scheme', { headers: { Authorization: 'Basic YTpi' } }],
    ['a token in a body', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'access_token=a' }],
  ])('answers a request with %s by a challenge without an error', async (_what, call) => {
    expect(refusalOf(await verify({ audience: ORDERS }, call))).toEqual({ status: 401, challenge: challenge(), body: undefined });
  });

  it.each<[string, () => string | Promise<string>]>([
    ['a changed token', async () => `${(await requestToken()).slice(0, -4)}AAAA`],
    ['an ID token', async () => (await fixture.signIn()).id_token],
    ['an unknown opaque token', () => 'opaque'],
    ['a refresh token', async () => (await fixture.signIn({ scope: 'openid offline_access' })).refresh_token],
    [
      'a token of another domain',
      async () => {
        const other = await fixture.auth.domain();
        return requestToken(await fixture.auth.client(other, { ...SERVICE, client_id: service }), {}, other.name);
      },
    ],
    [
      'a revoked token of a client',
      async () => {
        const token = await requestToken();
        await fixture.post('/connect/revocation', { token }, { clientId: service, secret: SECRET });
        return token;
      },
    ],
    [
      'a revoked token of a user',
      async () => {
        const { access_token: token } = await fixture.signIn();
        await fixture.post('/connect/revocation', { token });
        return token;
      },
    ],
    [
      'a token of a client that was deleted and created again',
      async () => {
        const clientId = await fixture.client({ ...SERVICE, audiences: null });
        const token = await requestToken(clientId);
        await fixture.recreateClient(clientId);
        return token;
      },
    ],
  ])('rejects %s without saying why', async (_what, token) => {
    const answer = await verify({ audience: ORDERS }, bearer(await token()));

    expect(refusalOf(answer)).toEqual({ status: 401, challenge: challenge(detailsOf(INVALID)), body: INVALID });
  });

  it('rejects the token of a user who was deactivated', async () => {
    const { access_token: token } = await fixture.signIn();
    const audience = fixture.domain.issuer;
    const before = await verify({ audience }, bearer(token));
    const columns = [fixture.domain.id, fixture.sub];
    await fixture.auth.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1 AND sub = $2', columns);
    const after = await verify({ audience }, bearer(token));
    await fixture.auth.rows.query('UPDATE end_user SET active = true WHERE domain_id = $1 AND sub = $2', columns);

    expect([before.status, after.status]).toEqual([204, 401]);
  });
});

describe('/connect/verify with a wrong request', () => {
  it.each(['', `audience=${ORDERS}&access_token=a`])('rejects the query %j, even with a valid token', async (query) => {
    const answer = await fixture.send(`/connect/verify?${query}`, bearer(await requestToken()));

    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' }, headers: { 'cache-control': 'no-store' } });
    const { error_description: description } = answer.json as typeof INVALID;
    expect(answer.headers['www-authenticate']).toBe(challenge(`, error="invalid_request", error_description="${description}"`));
  });

  it('rejects other methods', async () => {
    const answers = await Promise.all(['POST', 'PUT', 'OPTIONS'].map((method) => verify({ audience: ORDERS }, { method })));

    expect(answers.map(({ status, headers }) => [status, headers.allow])).toEqual([
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD'],
      [204, 'GET, HEAD, OPTIONS'],
    ]);
  });

  it('answers 404 for a host that no domain serves, and for a longer path', async () => {
    const call = bearer(await requestToken());

    expect((await verify({ audience: ORDERS }, call, 'nobody.example.com')).status).toBe(404);
    expect((await fixture.send('/connect/verify/?audience=a', call)).status).toBe(404);
  });

  it('closes the connection of a request whose body does not come', async () => {
    const answer = await verify({ audience: ORDERS }, bearer(await requestToken(), { 'Content-Length': '5' }));

    expect([answer.status, answer.headers.connection]).toEqual([204, 'close']);
  });
});

describe('/connect/verify with a DPoP-bound token', () => {
  let signer: ProofSigner;
  let token: string;

  beforeAll(async () => {
    signer = await generateProofSigner();
    token = await requestToken(service, { DPoP: await signer.prove(`${fixture.domain.issuer}/connect/token`) });
  });

  const prove = (url: string, htm = 'POST') => signer.prove(url, { htm, ath: hashAccessToken(token) });
  const send = (headers: Record<string, string>) =>
    verify({ audience: ORDERS }, { headers: { Authorization: `DPoP ${token}`, ...headers } });

  it('accepts a proof for the request that the gateway has received, once', async () => {
    const headers = { ...FORWARDED, DPoP: await prove(`${ORDERS}/orders`) };

    const [first, again] = [await send(headers), await send(headers)];

    expect([first.status, first.headers['x-auth-client'], again.status]).toEqual([204, service, 401]);
    expect(first.headers['dpop-nonce']).toMatch(/./);
    expect(again.headers['www-authenticate']).toMatch(/^DPoP .*error="invalid_dpop_proof".*used before.*algs="ES256 /);
  });

  it('accepts a proof for /connect/verify if no gateway names another request', async () => {
    const own = await prove(`${fixture.domain.issuer}/connect/verify`, 'GET');

    expect((await send({ DPoP: own })).status).toBe(204);
  });

  it.each<[string, string, () => Promise<Record<string, string>>]>([
    ['no proof', 'invalid_dpop_proof', () => Promise.resolve(FORWARDED)],
    ['a proof for another address', 'invalid_dpop_proof', async () => ({ ...FORWARDED, DPoP: await prove(`${ORDERS}/stock`) })],
    ['a proof for another method', 'invalid_dpop_proof', async () => ({ ...FORWARDED, DPoP: await prove(`${ORDERS}/orders`, 'GET') })],
    [
      'a proof for /connect/verify, of a gateway',
      'invalid_dpop_proof',
      async () => ({
        ...FORWARDED,
        DPoP: await prove(`${fixture.domain.issuer}/connect/verify`, 'GET'),
      }),
    ],
    ['a proof for the API, without the original request', 'invalid_dpop_proof', async () => ({ DPoP: await prove(`${ORDERS}/orders`) })],
    [
      'half of the original request',
      'invalid_dpop_proof',
      async () => ({
        'X-Forwarded-Method': 'POST',
        DPoP: await prove(`${ORDERS}/orders`),
      }),
    ],
    [
      'another key',
      'invalid_dpop_proof',
      async () => ({
        ...FORWARDED,
        DPoP: await (await generateProofSigner()).prove(`${ORDERS}/orders`, { ath: hashAccessToken(token) }),
      }),
    ],
    [
      'the scheme Bearer',
      'invalid_token',
      async () => ({
        ...FORWARDED,
        Authorization: `Bearer ${token}`,
        DPoP: await prove(`${ORDERS}/orders`),
      }),
    ],
  ])('rejects the token with %s: %s', async (_what, error, headers) => {
    expect(await send(await headers())).toMatchObject({
      status: 401,
      json: { error },
      headers: { 'www-authenticate': expect.any(String) },
    });
  });

  it('requests a nonce if the proof is too old', async () => {
    const old = await signer.prove(`${ORDERS}/orders`, { ath: hashAccessToken(token), iat: Math.floor(Date.now() / 1_000) - 600 });

    const answer = await send({ ...FORWARDED, DPoP: old });

    expect(answer).toMatchObject({ status: 401, json: { error: 'use_dpop_nonce' }, headers: { 'dpop-nonce': expect.any(String) } });
  });

  it('limits refused proofs by the address that the gateway names', async () => {
    const from = (address: string, proof: string) => send({ ...FORWARDED, DPoP: proof, 'X-Forwarded-For': address });
    for (let count = 0; count < 100; count += 1) await from('192.0.2.1', 'no proof');

    const limited = await from('192.0.2.1', await prove(`${ORDERS}/orders`));
    const other = await from('192.0.2.2', await prove(`${ORDERS}/orders`));

    expect([limited.status, other.status]).toEqual([429, 204]);
  });
});

describe('/connect/verify with a certificate-bound token', () => {
  let certificate: IssuedCertificate;
  let token: string;
  const headerOf = ({ pem }: IssuedCertificate) => ({ [CERTIFICATE_HEADER]: encodeURIComponent(pem) });

  beforeAll(async () => {
    certificate = await new CertificateIssuer().issue({ subject: 'CN=orders' });
    const clientId = await fixture.client(SERVICE);
    const values = { domain_id: fixture.domain.id, client_id: clientId };
    const methods = [{ type: 'ClientSecret', jwks_uri: null }];
    await storeAuthentication(fixture.auth, values, { methods, sender_constraint: 'MutualTLS' });
    token = await requestToken(clientId, headerOf(certificate));
  });

  it('accepts the token only with its certificate in the header of the gateway', async () => {
    const other = await new CertificateIssuer().issue({ subject: 'CN=orders' });

    const answers = [
      await verify({ audience: ORDERS }, bearer(token, headerOf(certificate))),
      await verify({ audience: ORDERS }, bearer(token, headerOf(other))),
      await verify({ audience: ORDERS }, bearer(token)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 401, 401]);
    expect(answers[1]!.json).toEqual({ error: 'invalid_token', error_description: 'the access token is bound to another TLS certificate' });
  });
});
