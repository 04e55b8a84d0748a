import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { generateProofSigner, hashAccessToken, type ProofSigner } from '../client-authentication/dpop-proof.fixture.js';
import { MAX_REFUSED_TOKENS } from '../domain/refused-token-limit.service.js';
import { clientCall, type Tokens } from '../in-process-auth.fixture.js';
import { useReceiverFixture } from './receiver.fixture.js';

const receiver = useReceiverFixture();
const { auth: fixture } = receiver;
let signer: ProofSigner;
let token: string;
let url: string;

beforeEach(async () => {
  signer = await generateProofSigner();
  url = `${fixture.domain.issuer}/ssf/stream`;
  const { headers, ...call } = clientCall(receiver.clientId, { grant_type: 'client_credentials', scope: 'ssf.manage' });
  const proof = await signer.prove(`${fixture.domain.issuer}/connect/token`);
  token = ((await fixture.send('/connect/token', { ...call, headers: { ...headers, DPoP: proof } })).json as Tokens).access_token;
});

const get = (proof?: string): Promise<Answer> =>
  fixture.send('/ssf/stream', { headers: { Authorization: `DPoP ${token}`, ...(proof !== undefined && { DPoP: proof }) } });
const claims = (changes: object = {}) => ({ htm: 'GET', ath: hashAccessToken(token), ...changes });
const now = () => Math.floor(Date.now() / 1_000);
/** The nonce of the answer to a proof. */
const getNonce = async () => (await get(await signer.prove(url, claims()))).headers['dpop-nonce'] as string;

describe('DPoP proofs of receivers', () => {
  it.each<[string, () => Promise<string>]>([
    ['with nbf and exp', () => signer.prove(url, claims({ nbf: now() - 1, exp: now() + 60 }))],
    ['whose htu has a query and a fragment', () => signer.prove(`${url}?stream_id=1#a`, claims())],
    [
      'whose htu has capitals and the default port',
      () =>
        signer.prove(
          url.replace(/^https:..[^/]+/, (origin) => `${origin.toUpperCase()}:443`),
          claims(),
        ),
    ],
    ['whose htu has an encoded letter', () => signer.prove(`${url.slice(0, -1)}%6D`, claims())],
    ['of a clock that is a minute ahead', () => signer.prove(url, claims({ iat: now() + 55, nbf: now() + 55 }))],
    ['of a minute ago', () => signer.prove(url, claims({ iat: now() - 60 }))],
    ['with the whole media type as typ', () => signer.prove(url, claims(), { typ: 'application/DPoP+jwt' })],
    [
      'whose key says what it is for',
      () => signer.prove(url, claims(), { jwk: { ...signer.jwk, kid: 'a', alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true } }),
    ],
    ['issued an hour ago with a valid nonce', async () => signer.prove(url, claims({ iat: now() - 3_600, nonce: await getNonce() }))],
  ])('is accepted %s', async (_what, prove) => {
    expect((await get(await prove())).status).toBe(200);
  });

  it.each<[string, () => string | Promise<string> | undefined]>([
    ['that is missing', () => undefined],
    ['that is empty', () => ''],
    ['that is no JWT', () => 'none'],
    ['of another method', () => signer.prove(url, claims({ htm: 'POST' }))],
    ['of another address', () => signer.prove(`${url}s`, claims())],
    ['of another token', () => signer.prove(url, claims({ ath: hashAccessToken('another') }))],
    ['without the hash of the token', () => signer.prove(url, { htm: 'GET' })],
    ['that has expired', () => signer.prove(url, claims({ exp: now() - 600 }))],
    ['that is not valid yet', () => signer.prove(url, claims({ nbf: now() + 600 }))],
    ['of another type', () => signer.prove(url, claims(), { typ: 'JWT' })],
  ])('rejects a proof %s with the reason', async (_what, prove) => {
    const { status, headers, json } = await get(await prove());
    const { error, error_description: description } = json as { error: string; error_description: string };

    expect([status, error]).toEqual([401, 'invalid_dpop_proof']);
    expect(description).toMatch(/\S{3,}.* \S+/);
    expect(headers['www-authenticate']).toMatch(/DPoP .*error="invalid_dpop_proof", error_description="/);
    expect(headers['www-authenticate']).toContain(description);
    expect(headers).not.toHaveProperty('dpop-nonce');
  });

  it('rejects a proof that was already used', async () => {
    const proof = await signer.prove(url, claims());
    const [first, second] = [await get(proof), await get(proof)];

    expect([first.status, second.status, (second.json as { error: string }).error]).toEqual([200, 401, 'invalid_dpop_proof']);
  });

  it('ignores proofs of an address for a while after too many rejections', async () => {
    const answers: Answer[] = [];
    for (let sent = 0; sent <= MAX_REFUSED_TOKENS; sent += 1) answers.push(await get(await signer.prove(url, claims(), { typ: 'JWT' })));
    const refused = await get(await signer.prove(url, claims()));

    expect(answers[0]!.status).toBe(401);
    expect([refused.status, (refused.json as { error: string }).error]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }, 60_000);
});
