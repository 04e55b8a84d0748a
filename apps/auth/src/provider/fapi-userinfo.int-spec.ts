import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateProofSigner, hashAccessToken, type ProofSigner } from '../client-authentication/dpop-proof.fixture.js';
import type { Tokens } from '../in-process-auth.fixture.js';
import { CERTIFICATE_HEADER, FapiFixture, type FapiClient } from './fapi.fixture.js';

let fixture: FapiFixture;
let sub: string;
let bank: FapiClient;
let other: ProofSigner;

beforeAll(async () => {
  fixture = await FapiFixture.start();
  sub = await fixture.auth.user(fixture.domain);
  bank = await fixture.client({ by: 'key', bound: 'DPoP' });
  other = await generateProofSigner();
}, 60_000);

afterAll(() => fixture.auth.stop());

describe('userinfo as a FAPI resource server', () => {
  it('accepts the authentication scheme in any letter case', async () => {
    const { access_token: token } = await bank.obtainTokens(sub);

    expect((await bank.userinfo(token, { Authorization: `dpoP ${token}` })).status).toBe(200);
  });

  it.each<[string, number, (url: string) => string]>([
    ['another case of scheme and host', 200, (url) => url.replace(/^https:..[^/]+/, (origin) => origin.toUpperCase())],
    ['the default port', 200, (url) => url.replace('/connect', ':443/connect')],
    ['a query and a fragment', 200, (url) => `${url}?a=b#c`],
    ['another path', 401, (url) => `${url}/other`],
  ])('compares htu of a proof as a URL, without query and fragment: %s', async (_what, status, change) => {
    const { access_token: token } = await bank.obtainTokens(sub);
    const url = change(`${fixture.domain.issuer}/connect/userinfo`);
    const proof = await fixture.signer.prove(url, { htm: 'GET', ath: hashAccessToken(token) });

    expect((await bank.userinfo(token, { DPoP: proof })).status).toBe(status);
  });

  it('accepts a proof once', async () => {
    const { access_token: token } = await bank.obtainTokens(sub);
    const claims = { htm: 'GET', ath: hashAccessToken(token) };
    const DPoP = await fixture.signer.prove(`${fixture.domain.issuer}/connect/userinfo`, claims);

    const answers = [
      await bank.userinfo(token, { DPoP }),
      await bank.userinfo(token, { DPoP }),
      await bank.userinfo(token, { DPoP: `${DPoP}, ${DPoP}` }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
  });

  it('rejects a bound token with another key, without a key, in the query, and after its revocation', async () => {
    const byCertificate = await fixture.client({ by: 'certificate', bound: 'MutualTLS' });
    const [{ access_token: byProof }, { access_token: byTls }] = [await bank.obtainTokens(sub), await byCertificate.obtainTokens(sub)];
    const foreign = await other.prove(`${fixture.domain.issuer}/connect/userinfo`, { htm: 'GET', ath: hashAccessToken(byProof) });
    const foreignCertificate = encodeURIComponent(fixture.certificates.other.pem);
    const query = `/connect/userinfo?access_token=${byProof}`;

    const answers = [
      await bank.userinfo(byProof, { DPoP: foreign }),
      await bank.userinfo(byProof, { DPoP: undefined }),
      await bank.userinfo(byProof, { DPoP: undefined, Authorization: `Bearer ${byProof}` }),
      await byCertificate.userinfo(byTls, { [CERTIFICATE_HEADER]: foreignCertificate }),
      await byCertificate.userinfo(byTls, { [CERTIFICATE_HEADER]: undefined }),
      await fixture.auth.send(fixture.domain.name, query),
    ];
    await bank.post('/connect/revocation', { token: byProof });
    const revoked = await bank.userinfo(byProof);

    expect([...answers, revoked].map(({ status }) => status)).toEqual([401, 400, 401, 401, 401, 400, 401]);
  });

  it('names the presented certificate if it is not the one that the token is bound to', async () => {
    const byCertificate = await fixture.client({ by: 'certificate', bound: 'MutualTLS' });
    const { access_token: token } = await byCertificate.obtainTokens(sub);
    const foreign = encodeURIComponent(fixture.certificates.other.pem);
    const expected: [string | undefined, RegExp][] = [
      [foreign, /bound to another TLS certificate$/],
      [undefined, /bound to a TLS certificate .*none was presented$/],
      ['unreadable', /bound to a TLS certificate .*could not be read: the header x-ssl-client-cert/],
    ];

    for (const [header, description] of expected) {
      const { json, headers } = await byCertificate.userinfo(token, { [CERTIFICATE_HEADER]: header });
      const { error_description: said } = json as { error_description: string };

      expect([json, said]).toEqual([{ error: 'invalid_token', error_description: said }, expect.stringMatching(description)]);
      expect(headers['www-authenticate']).toContain(`error="invalid_token", error_description="${said}"`);
    }
  });

  it('rejects a token without the scope openid as RFC 6750 requires', async () => {
    const tokens = await bank.requestToken(await bank.obtainCode(sub, { parameters: { scope: 'orders', nonce: undefined } }));
    const answer = await bank.userinfo((tokens.json as Tokens).access_token);

    expect([answer.status, answer.headers['www-authenticate']]).toEqual([403, expect.stringMatching(/error="insufficient_scope"/)]);
  });
});
