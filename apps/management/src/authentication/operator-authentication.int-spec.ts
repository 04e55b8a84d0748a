import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { generateClusterKey } from '../../../../test/support/workload-issuer.js';
import { MAX_WRONG_KEYS } from '../api-key/failed-authentication.limiter.js';
import { MANAGEMENT_URL, OperatorTokenFixture } from './operator-token.fixture.js';

let fixture: OperatorTokenFixture;
let caller: Caller;
let domain: string;
let subject: string;

beforeAll(async () => {
  fixture = await OperatorTokenFixture.start();
  caller = await fixture.subscribe();
  domain = await caller.registerDomain();
  subject = await fixture.createOperator(caller);
});

afterAll(() => fixture.stop());

const now = () => Math.floor(Date.now() / 1_000);

function expectRefusal({ status, headers, json }: Answer, description: RegExp, code = 'invalid_token'): void {
  expect(status).toBe(401);
  expect(json).toMatchObject({ type: '/problems/unauthenticated', detail: expect.stringMatching(description) });
  expect(headers['www-authenticate']).toContain('ApiKey realm="management"');
  for (const scheme of ['Bearer', 'DPoP']) expect(headers['www-authenticate']).toContain(`${scheme} realm="management", error="${code}"`);
}

describe('an access token of an operator', () => {
  it('is accepted as an API key is, by every replica', async () => {
    const token = await fixture.sign({ sub: subject });

    for (const replica of [0, 1] as const) expect((await fixture.send(token, '/v1/domain', { replica })).json).toEqual([{ domain }]);
  });

  it.each<[string, JWTPayload]>([
    ['with several audiences', { aud: ['https://other.example.com', MANAGEMENT_URL] }],
    ['without iat', { iat: undefined }],
    ['that the clock of the issuer has signed some seconds ahead', { iat: now() + 10, nbf: now() + 10 }],
  ])('is accepted %s', async (_which, claims) => {
    expect((await fixture.send(await fixture.sign({ sub: subject, ...claims }))).status).toBe(200);
  });

  it.each<[string, JWTPayload, RegExp]>([
    ['of another issuer', { iss: 'https://id.example.com' }, /its iss must be one of MANAGEMENT_ISSUERS/],
    ['of an issuer with a slash more', { iss: 'SLASH' }, /its iss must be one of MANAGEMENT_ISSUERS/],
    ['for another audience', { aud: 'https://other.example.com' }, /its aud must be https:\/\/api\.example\.com/],
    ['for the API with a slash more', { aud: `${MANAGEMENT_URL}/` }, /its aud must be/],
    ['without audience', { aud: undefined }, /its aud must be/],
    ['that has expired', { exp: now() - 1 }, /it has expired/],
    ['without expiry', { exp: undefined }, /it needs the claim exp/],
    ['that is not valid yet', { nbf: now() + 300 }, /it is not valid yet/],
    ['without subject', { sub: undefined }, /it needs the claim sub/],
    ['of a stranger', { sub: 'stranger' }, /no operator has its iss and sub/],
    ['that is an ID token', { nonce: 'n-0S6_WzA2Mj' }, /it has the claim nonce/],
    ['that is a security event', { events: {} }, /it has the claim events/],
    ['that is bound to a certificate', { cnf: { 'x5t#S256': 'A'.repeat(43) } }, /no client certificates/],
    ['that is bound to a key', { cnf: { jkt: 'A'.repeat(43) } }, /its scheme must be DPoP/],
  ])('is refused %s', async (_which, claims, description) => {
    const iss = claims.iss === 'SLASH' ? `${fixture.issuers[0].url}/` : (claims.iss ?? fixture.issuers[0].url);

    expectRefusal(await fixture.send(await fixture.sign({ sub: subject, ...claims, iss })), description);
  });

  it('is refused if another of the issuers has signed it', async () => {
    expectRefusal(await fixture.send(await fixture.sign({ sub: subject, iss: fixture.issuers[1].url })), /no operator/);
  });

  it('is refused with the algorithm none, and with HS256 and the public key as secret', async () => {
    const claims = { iss: fixture.issuers[0].url, aud: MANAGEMENT_URL, exp: now() + 600, sub: subject };
    const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
    const publicKey = await exportSPKI((await importJWK(fixture.key.jwk, 'RS256')) as CryptoKey);
    const forged = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: fixture.key.jwk.kid! });

    for (const token of [
      `${encode({ alg: 'none' })}.${encode(claims)}.`,
      `${encode({ alg: 'none', kid: fixture.key.jwk.kid })}.${encode(claims)}.AA`,
      await forged.sign(new TextEncoder().encode(publicKey)),
    ]) {
      expect((await fixture.send(token)).status).toBe(401);
    }
  });

  it.each<[string, object, RegExp]>([
    ['with the typ of a logout token', { typ: 'logout+jwt' }, /its typ must be at\+jwt/],
    ['with crit', { crit: ['exp'], exp: 'soon' }, /its header may have no crit/],
    ['with the kid of another key', {}, /its signature is not valid/],
  ])('is refused %s', async (_which, header, description) => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = { iss: fixture.issuers[0].url, aud: MANAGEMENT_URL, exp: now() + 600, sub: subject };
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: fixture.key.jwk.kid!, ...header });

    expectRefusal(await fixture.send(await jwt.sign(privateKey, { crit: { exp: true } })), description);
  });

  it('is limited by address if it is wrong', async () => {
    const settings = { MANAGEMENT_URL, MANAGEMENT_ISSUERS: fixture.issuers[0].url, WORKER: 'off' };
    const limited = await startManagement(fixture.database.url, settings);
    const [right, wrong] = [await fixture.sign({ sub: subject }), await fixture.sign({ sub: 'stranger' })];
    const send = (token: string) => limited.send('/v1/domain', { headers: { authorization: `Bearer ${token}` } });

    for (let attempt = 1; attempt <= MAX_WRONG_KEYS; attempt += 1) expect((await send(wrong)).status).toBe(401);
    const statuses = [(await send(wrong)).status, (await send(right)).status];
    await limited.stop();

    expect(statuses).toEqual([429, 200]);
  });

  it('is refused beside an API key', async () => {
    const token = await fixture.sign({ sub: subject });

    const answer = await fixture.send(token, '/v1/domain', { headers: { 'x-api-key': caller.apiKey } });

    expectRefusal(answer, /but not both/, 'invalid_request');
  });

  it('is refused once its operator is deleted, by every replica; a lower permission applies to the next request', async () => {
    const other = await fixture.createOperator(caller);
    const token = await fixture.sign({ sub: other });
    const read = async () => [(await fixture.send(token)).status, (await fixture.send(token, '/v1/domain', { replica: 1 })).status];
    expect(await read()).toEqual([200, 200]);

    await caller.put(`/v1/operator/${other}`, { issuer: fixture.issuers[0].url, subject: other, name: 'Ada', permissions: ['user:read'] });
    expect(await read()).toEqual([403, 403]);

    await caller.delete(`/v1/operator/${other}`);
    expect(await read()).toEqual([401, 401]);
  });

  it('is named in the log of the domain, and shown as used', async () => {
    const token = await fixture.sign({ sub: subject });
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });
    await fixture.send(token, `/v1/domain/${domain}/client/app`, { method: 'PUT', headers, body });

    const entries = await sql(
      fixture.database.url,
      `SELECT actor_type, actor_id, actor_name FROM log_entry JOIN domain ON domain.id = domain_id WHERE domain.name = $1 AND type = 'client.created'`,
      [domain],
    );

    expect(entries).toEqual([{ actor_type: 'operator', actor_id: subject, actor_name: 'Ada' }]);
  });

  it('sees nothing of another subscription', async () => {
    const stranger = await fixture.createOperator(await fixture.subscribe());
    const token = await fixture.sign({ sub: stranger });

    expect((await fixture.send(token)).json).toEqual([]);
    expect(kindOf(await fixture.send(token, `/v1/domain/${domain}`))).toBe('404 /problems/domain-not-found');
    expect(kindOf(await fixture.send(token, `/v1/operator/${subject}`))).toBe('404 /problems/operator-not-found');
  });

  it('reaches only the domains of its operator', async () => {
    const [own, limited] = [await caller.registerDomain(), await fixture.createOperator(caller, { domains: [domain] })];
    const token = await fixture.sign({ sub: limited });

    expect((await fixture.send(token)).json).toEqual([{ domain }]);
    expect((await fixture.send(token, `/v1/domain/${own}`)).status).toBe(404);
  });
});

describe('the keys of an issuer', () => {
  it('are not fetched for each token with an unknown key', async () => {
    const [issuer] = fixture.issuers;
    await fixture.send(await fixture.sign({ sub: subject }));
    const [before, stranger] = [issuer.requests.length, await generateClusterKey()];

    const answers = await Promise.all(Array.from({ length: 40 }, async () => fixture.send(await fixture.sign({ sub: subject }, stranger))));

    for (const answer of answers) expectRefusal(answer, /its issuer has no key with its kid and alg/);
    expect(issuer.requests.length - before).toBeLessThanOrEqual(2);
  });

  it('keep working while the issuer is down; without cached keys the answer is 503, and other issuers are not affected', async () => {
    const [, , hidden] = fixture.issuers;
    hidden.isDown = true;
    const sent = await fixture.send(await fixture.sign({ sub: subject, iss: hidden.url }));
    fixture.issuers[0].isDown = true;
    const known = await fixture.send(await fixture.sign({ sub: subject }));
    fixture.issuers[0].isDown = false;

    expect([sent.status, sent.headers['retry-after'], sent.json]).toEqual([
      503,
      '10',
      expect.objectContaining({ detail: expect.stringContaining(`The keys of the issuer ${hidden.url} cannot be fetched`) }),
    ]);
    expect(known.status).toBe(200);
  });
});
