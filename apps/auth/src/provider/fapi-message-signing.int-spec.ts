import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnsecuredJWT, type JWTPayload } from 'jose';
import { answerOf, codeRequest } from '../in-process-auth.fixture.js';
import { FapiFixture, refusalOf, type FapiClient } from './fapi.fixture.js';

const UNSIGNED =
  'this client must sign its authorization requests: send the parameters as a signed request object in the parameter request (RFC 9101)';

let fixture: FapiFixture;
let bank: FapiClient;

beforeAll(async () => {
  fixture = await FapiFixture.start();
  bank = await fixture.client({ by: 'key', bound: 'DPoP' });
  await fixture.auth.rows.query(`UPDATE client_authentication SET profile = 'FAPI2MessageSigning' WHERE client_id = $1`, [bank.clientId]);
  await fixture.auth.rows.query(`UPDATE client SET revision = nextval('revision') WHERE client_id = $1`, [bank.clientId]);
}, 60_000);

afterAll(() => fixture.auth.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

function claimsOf(changes: object = {}): JWTPayload {
  const { request } = codeRequest(bank.clientId);
  return { ...request, iss: bank.clientId, aud: fixture.domain.issuer, exp: inSeconds(60), nbf: inSeconds(0), ...changes };
}

const pushSigned = async (changes: object = {}) => bank.post('/connect/par', { request: await fixture.keys.own.sign(claimsOf(changes)) });

describe('authorization requests with the profile FAPI2MessageSigning', () => {
  it('requires a signature on a pushed request', async () => {
    expect(refusalOf((await bank.push()).answer)).toEqual([400, 'invalid_request', UNSIGNED]);
    expect((await pushSigned()).status).toBe(201);
  });

  it('signs a user in with a signed request', async () => {
    const sub = await fixture.auth.user(fixture.domain);
    const { request_uri: requestUri } = (await pushSigned()).json as { request_uri: string };

    const location = await fixture.auth.browser(fixture.domain).signIn({ client_id: bank.clientId, request_uri: requestUri }, { sub });

    expect(answerOf(location)).toMatchObject({ code: expect.any(String), iss: fixture.domain.issuer });
  });

  it('requires an algorithm of the profile and a key of the client', async () => {
    const unsecured = await bank.post('/connect/par', { request: new UnsecuredJWT(claimsOf()).encode() });
    const byRsa = await bank.post('/connect/par', { request: await fixture.keys.rsa.sign(claimsOf()) });

    expect([unsecured, byRsa].map((answer) => refusalOf(answer)[1])).toEqual(['invalid_request_object', 'invalid_request_object']);
  });

  it.each<[string, object]>([
    ['aud', { aud: undefined }],
    ['aud for another server', { aud: 'https://other.example.com' }],
    ['exp', { exp: undefined }],
    ['nbf', { nbf: undefined }],
    ['an nbf less than an hour before exp', { nbf: inSeconds(-3_601) }],
  ])('rejects a request for its %s', async (_what, changes) => {
    expect(refusalOf(await pushSigned(changes)).slice(0, 2)).toEqual([400, 'invalid_request_object']);
  });

  it('requires a pushed request', async () => {
    const request = await fixture.keys.own.sign(claimsOf());
    const { location } = await fixture.auth.browser(fixture.domain).authorize({ ...codeRequest(bank.clientId).request, request });

    expect(answerOf(location)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^this client must push/),
    });
  });

  it('rejects a client that authenticates by a secret', async () => {
    const answer = await fixture.post('/connect/token', {
      grant_type: 'client_credentials',
      client_id: bank.clientId,
      client_secret: 'a-secret-of-the-client',
    });

    expect(refusalOf(answer).slice(0, 2)).toEqual([401, 'invalid_client']);
  });
});
