import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWTPayload } from 'jose';
import { ASSERTION_TYPE, assertionClaims } from '../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner, type ProofSigner } from '../client-authentication/dpop-proof.fixture.js';
import { SECRET } from '../in-process-auth.fixture.js';
import { CERTIFICATE_HEADER, FapiFixture, refusalOf, type FapiClient } from './fapi.fixture.js';

const SERVICE = { grant_type: 'ClientCredentials', scope: 'read', redirect_uris: null };
const GRANT = { grant_type: 'client_credentials' };

let fixture: FapiFixture;
let sub: string;
let bank: FapiClient;
let service: FapiClient;
let tokenUrl: string;
let other: ProofSigner;

beforeAll(async () => {
  fixture = await FapiFixture.start();
  tokenUrl = `${fixture.domain.issuer}/connect/token`;
  sub = await fixture.auth.user(fixture.domain);
  [bank, service] = [await fixture.client({ by: 'key', bound: 'DPoP' }), await fixture.client({ by: 'key', bound: 'DPoP' }, SERVICE)];
  other = await generateProofSigner();
}, 60_000);

afterAll(() => fixture.auth.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe('client assertions with the profile FAPI2', () => {
  it.each<[string, () => JWTPayload]>([
    ['iat and nbf 10 seconds ahead', () => ({ iat: inSeconds(10), nbf: inSeconds(10) })],
    ['neither iat nor nbf', () => ({ iat: undefined })],
  ])('accepts an assertion with %s', async (_what, claims) => {
    expect((await service.requestToken(GRANT, { claims: claims() })).status).toBe(200);
  });

  it.each<[string, () => JWTPayload, RegExp]>([
    ['iat more than 60 seconds ahead', () => ({ iat: inSeconds(62) }), /^client_assertion is not valid yet according to its claim iat$/],
    ['nbf more than 60 seconds ahead', () => ({ nbf: inSeconds(62) }), /^client_assertion is not valid yet according to its claim nbf$/],
    ['an exp that has passed', () => ({ exp: inSeconds(-300) }), /^client_assertion has expired according to its claim exp$/],
    ['an exp far ahead', () => ({ exp: inSeconds(3_600) }), /^exp of client_assertion must be at most 600 seconds ahead$/],
    ['no sub', () => ({ sub: undefined }), /^client_assertion is not valid: it needs the claims iss and sub$/],
    ['the issuer in an array as aud', () => ({ aud: [fixture.domain.issuer] }), /^aud of client_assertion must be the string https:/],
    ['the token endpoint as aud', () => ({ aud: tokenUrl }), /^aud of client_assertion must be the string https:/],
    ['another server as aud', () => ({ aud: 'https://other.example.com' }), /^aud of client_assertion must be the string https:/],
  ])('rejects an assertion with %s', async (_what, claims, description) => {
    const answer = await service.requestToken(GRANT, { claims: claims() });

    expect(refusalOf(answer)).toEqual([401, 'invalid_client', expect.stringMatching(description)]);
  });

  it('rejects an assertion signed with RS256', async () => {
    const assertion = await fixture.keys.rsa.sign(assertionClaims(service.clientId, fixture.domain));

    expect(refusalOf(await service.requestToken(GRANT, { parameters: { client_assertion: assertion } }))).toEqual([
      401,
      'invalid_client',
      'a client with the profile FAPI2 must sign with one of PS256, ES256, EdDSA, Ed25519',
    ]);
  });

  it("rejects an assertion at the pushed request endpoint with that endpoint's URL as aud", async () => {
    const { answer } = await bank.push({ claims: { aud: `${fixture.domain.issuer}/connect/par` } });

    expect(refusalOf(answer).slice(0, 2)).toEqual([401, 'invalid_client']);
  });

  it('accepts an assertion once', async () => {
    const assertion = { client_assertion: (await service.credentials())['client_assertion'] };
    const answers = [
      await service.requestToken(GRANT, { parameters: assertion }),
      await service.requestToken(GRANT, { parameters: assertion }),
    ];

    expect(answers[0]!.status).toBe(200);
    expect(refusalOf(answers[1]!)).toEqual([401, 'invalid_client', 'client_assertion was used before: each assertion requires a new jti']);
  });
});

describe('stored FAPI2 clients with methods that the profile does not permit', () => {
  it('rejects authentication by a secret', async () => {
    const clientId = await fixture.store({ methods: [{ type: 'ClientSecret', jwks_uri: null }] }, SERVICE);
    const parameters = { ...GRANT, client_id: clientId, client_secret: SECRET };

    const answer = await fixture.post('/connect/token', parameters, { DPoP: await fixture.signer.prove(tokenUrl) });

    expect(refusalOf(answer)).toEqual([
      401,
      'invalid_client',
      `client ${clientId} has the profile FAPI2: it must authenticate by private_key_jwt or a TLS certificate`,
    ]);
  });

  it('rejects authentication by a workload token', async () => {
    const workload = { iss: 'https://ci.example.com', sub: 'repo:shop' };
    const jwks = { keys: [fixture.keys.own.jwk] };
    const method = { type: 'FederatedJwt', jwks_uri: null, issuer: workload.iss, subject: workload.sub, jwks };
    const clientId = await fixture.store({ methods: [method] }, SERVICE);
    const assertion = await fixture.keys.own.sign(assertionClaims(clientId, fixture.domain, workload));

    const parameters = { ...GRANT, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
    const answer = await fixture.post('/connect/token', parameters, { DPoP: await fixture.signer.prove(tokenUrl) });

    expect(refusalOf(answer)).toEqual([401, 'invalid_client', 'a client with the profile FAPI2 must sign its client_assertion itself']);
  });
});

describe('DPoP proofs with the profile FAPI2', () => {
  it.each([10, -10])('accepts an iat that differs by %i seconds', async (seconds) => {
    const proof = { DPoP: await fixture.signer.prove(tokenUrl, { iat: inSeconds(seconds), exp: inSeconds(300), nbf: inSeconds(0) }) };

    const answers = [
      await service.requestToken(GRANT, { headers: proof }),
      await bank.requestToken(await bank.obtainCode(sub), {
        headers: { DPoP: await fixture.signer.prove(tokenUrl, { iat: inSeconds(seconds) }) },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, string, () => Promise<string>]>([
    ['an iat more than 60 seconds ahead', 'invalid_dpop_proof', () => fixture.signer.prove(tokenUrl, { iat: inSeconds(62) })],
    ['RS256', 'invalid_dpop_proof', async () => (await generateProofSigner('RS256')).prove(tokenUrl)],
    [
      'the algorithm none',
      'invalid_dpop_proof',
      async () => `${(await fixture.signer.prove(tokenUrl)).replace(/^[^.]+/, encode({ alg: 'none' }))}`,
    ],
  ])('rejects a proof with %s', async (_what, error, prove) => {
    expect(refusalOf(await service.requestToken(GRANT, { headers: { DPoP: await prove() } })).slice(0, 2)).toEqual([400, error]);
  });

  it('allows no tolerance for nbf, which RFC 9449 does not define, if oidc-provider verifies it', async () => {
    const proof = await fixture.signer.prove(tokenUrl, { nbf: inSeconds(10) });

    const answer = await bank.requestToken(await bank.obtainCode(sub), { headers: { DPoP: proof } });

    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'invalid_dpop_proof']);
  });

  it('accepts a proof once', async () => {
    const headers = { DPoP: await fixture.signer.prove(tokenUrl) };

    const answers = [await service.requestToken(GRANT, { headers }), await service.requestToken(GRANT, { headers })];

    expect(answers[0]!.status).toBe(200);
    expect(refusalOf(answers[1]!)).toEqual([400, 'invalid_dpop_proof', 'the DPoP proof was used before: each request requires a new one']);
  });
});

function encode(header: object): string {
  return Buffer.from(JSON.stringify({ typ: 'dpop+jwt', jwk: fixture.signer.jwk, ...header })).toString('base64url');
}

describe('authorization codes with the profile FAPI2', () => {
  it('expire after 60 seconds at most', async () => {
    const parameters = await bank.obtainCode(sub);
    const sql = `FROM oidc_payload WHERE model = 'AuthorizationCode' AND client_id = $1 AND expires_at > now()`;
    const [row] = await fixture.auth.rows.query<{ seconds: string }>(
      `SELECT max(extract(epoch FROM expires_at - now())) AS seconds ${sql}`,
      [bank.clientId],
    );
    await fixture.auth.rows.query(`UPDATE oidc_payload SET expires_at = now() WHERE model = 'AuthorizationCode' AND client_id = $1`, [
      bank.clientId,
    ]);

    expect(Number(row!.seconds)).toBeLessThanOrEqual(60);
    expect(refusalOf(await bank.requestToken(parameters))).toEqual([400, 'invalid_grant', 'grant request is invalid']);
  });

  it('redeems a code only with the DPoP key that the request named', async () => {
    const named = { parameters: { dpop_jkt: fixture.signer.thumbprint } };
    const pushedWithProof = async () => ({ headers: { DPoP: await fixture.signer.prove(`${fixture.domain.issuer}/connect/par`) } });

    const answers = [
      await bank.requestToken(await bank.obtainCode(sub, named), { headers: { DPoP: await other.prove(tokenUrl) } }),
      await bank.requestToken(await bank.obtainCode(sub, await pushedWithProof()), { headers: { DPoP: await other.prove(tokenUrl) } }),
      await bank.requestToken(await bank.obtainCode(sub, named)),
      await bank.requestToken(await bank.obtainCode(sub, await pushedWithProof())),
    ];

    const refusal = [400, 'invalid_grant', 'the DPoP proof has a different key from the one that the authorization request named'];
    expect(answers.slice(0, 2).map(refusalOf)).toEqual([refusal, refusal]);
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['another code_verifier', { code_verifier: 'v'.repeat(43) }],
    ['no code_verifier', { code_verifier: undefined }],
  ])('does not redeem a code with %s', async (_what, parameters) => {
    const answer = await bank.requestToken(await bank.obtainCode(sub), { parameters });

    expect(refusalOf(answer)).toEqual([400, 'invalid_grant', 'grant request is invalid']);
  });

  it('rejects the code and the refresh token of another client', async () => {
    const stranger = await fixture.client({ by: 'key', bound: 'DPoP' });
    const { refresh_token: token } = await bank.obtainTokens(sub);

    const answers = [
      await stranger.requestToken(await bank.obtainCode(sub)),
      await stranger.requestToken({ grant_type: 'refresh_token', refresh_token: token }),
    ];

    expect(answers.map((answer) => refusalOf(answer).slice(0, 2))).toEqual([
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
    ]);
  });
});

describe('token endpoint', () => {
  it('rejects the password grant', async () => {
    const answer = await bank.requestToken({ grant_type: 'password', username: 'ada', password: 'secret' });

    expect(refusalOf(answer).slice(0, 2)).toEqual([400, 'unsupported_grant_type']);
  });

  it("rejects another client's certificate, and more scope than the client has", async () => {
    const byCertificate = await fixture.client({ by: 'certificate', bound: 'MutualTLS' }, SERVICE);
    const headers = { [CERTIFICATE_HEADER]: encodeURIComponent(fixture.certificates.other.pem) };

    const answers = [await byCertificate.requestToken(GRANT, { headers }), await service.requestToken({ ...GRANT, scope: 'read write' })];

    expect(answers.map((answer) => refusalOf(answer).slice(0, 2))).toEqual([
      [401, 'invalid_client'],
      [400, 'invalid_scope'],
    ]);
  });

  it("does not bind a token to the authentication certificate if the client's tokens are bound by DPoP", async () => {
    const byCertificate = await fixture.client({ by: 'certificate', bound: 'DPoP' }, SERVICE);

    const answer = await byCertificate.requestToken(GRANT, { headers: { DPoP: undefined } });

    expect(refusalOf(answer)).toEqual([400, 'invalid_dpop_proof', expect.stringMatching(/the request requires a DPoP proof/)]);
  });
});
