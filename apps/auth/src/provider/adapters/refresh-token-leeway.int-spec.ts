import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../../test/support/http.js';
import { generateProofSigner, type ProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';
import { clientCall, codeGrant, codeRequest, type Tokens } from '../../in-process-auth.fixture.js';

const LEEWAY_SECONDS = 60;

const fixture = useAuthFixture();

beforeEach(() => setLeeway(LEEWAY_SECONDS));

async function setLeeway(seconds: number | null): Promise<void> {
  await fixture.auth.rows.query(
    `UPDATE client SET refresh_token_leeway = $3, revision = nextval('revision') WHERE domain_id = $1 AND client_id = $2`,
    [fixture.domain.id, fixture.clientId, seconds],
  );
}

/** Backdates the rotation of all refresh tokens of the domain. */
async function age(seconds: number): Promise<void> {
  await fixture.auth.rows.query(`UPDATE oidc_payload SET consumed_at = consumed_at - make_interval(secs => $2) WHERE domain_id = $1`, [
    fixture.domain.id,
    seconds,
  ]);
}

const signIn = () => fixture.signIn({ scope: 'openid offline_access' });
const refresh = ({ refresh_token: token }: Tokens): Promise<Answer> =>
  fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: token! });
const tokensOf = ({ json }: Answer): Required<Tokens> => json as Required<Tokens>;
const errorOf = ({ status, json }: Answer): unknown => [status, (json as { error?: string }).error];
const REFUSED = [400, 'invalid_grant'];

describe('rotated refresh tokens', () => {
  it('accepts a rotated token again within the leeway, and every successor', async () => {
    const first = await signIn();

    const successors = [await refresh(first), await refresh(first), await refresh(first)];

    expect(new Set(successors.map((each) => tokensOf(each).refresh_token)).size).toBe(3);
    for (const each of successors) {
      expect(each.status).toBe(200);
      expect((await fixture.userinfo(tokensOf(each).access_token)).status).toBe(200);
      expect((await refresh(tokensOf(each))).status).toBe(200);
    }
  });

  it('accepts concurrent uses within the leeway without revoking the family', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await signIn();
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const each of answers) expect((await refresh(tokensOf(each))).status).toBe(200);
    }
  }, 60_000);

  it('revokes the family when a token is used after the leeway', async () => {
    const first = await signIn();
    const second = tokensOf(await refresh(first));
    await age(LEEWAY_SECONDS);

    expect(errorOf(await refresh(first))).toEqual(REFUSED);
    expect(errorOf(await refresh(second))).toEqual(REFUSED);
    expect((await fixture.userinfo(second.access_token)).status).toBe(401);
  });

  it('counts the leeway from the first use; further uses do not extend it', async () => {
    const first = await signIn();
    await refresh(first);
    await age(LEEWAY_SECONDS - 10);
    const second = tokensOf(await refresh(first));
    await age(20);

    expect(errorOf(await refresh(first))).toEqual(REFUSED);
    expect(errorOf(await refresh(second))).toEqual(REFUSED);
  });

  it.each([0, null])('revokes the family immediately with a leeway of %s', async (leeway) => {
    await setLeeway(leeway);
    const first = await signIn();
    const second = tokensOf(await refresh(first));

    expect([errorOf(await refresh(first)), errorOf(await refresh(second))]).toEqual([REFUSED, REFUSED]);
  });

  it("applies the client's current leeway", async () => {
    const first = await signIn();
    await refresh(first);
    await setLeeway(0);

    expect(errorOf(await refresh(first))).toEqual(REFUSED);
  });

  it('rejects another client without revoking the token', async () => {
    const other = await fixture.client({ refresh_token_leeway: LEEWAY_SECONDS });
    const first = await signIn();
    await refresh(first);

    const stolen = await fixture.post(
      '/connect/token',
      { grant_type: 'refresh_token', refresh_token: first.refresh_token },
      { clientId: other, secret: 'a-secret-of-the-client' },
    );

    expect(errorOf(stolen)).toEqual(REFUSED);
    expect((await refresh(first)).status).toBe(200);
  });

  it('reports a rotated token as inactive within the leeway, and revokes the family with it', async () => {
    const first = await signIn();
    const second = tokensOf(await refresh(first));

    expect((await fixture.post('/connect/introspect', { token: first.refresh_token })).json).toEqual({ active: false });
    await fixture.post('/connect/revocation', { token: second.refresh_token });
    expect(errorOf(await refresh(first))).toEqual(REFUSED);
  });

  it('rejects a bound token without a proof of its key', async () => {
    const clientId = await fixture.client({ client_type: 'Public', refresh_token_leeway: LEEWAY_SECONDS });
    const [own, other] = [await generateProofSigner(), await generateProofSigner()];
    const send = async (parameters: Record<string, string>, signer: ProofSigner | null): Promise<Answer> => {
      const call = clientCall(clientId, parameters, null);
      const proof = await signer?.prove(`${fixture.domain.issuer}/connect/token`);
      return fixture.send('/connect/token', { ...call, headers: { ...call.headers, ...(proof && { DPoP: proof }) } });
    };
    const { request, verifier } = codeRequest(clientId, { scope: 'openid offline_access' });
    const code = codeGrant(await fixture.browser().authorizeAs(request, { sub: fixture.sub }), verifier);
    const { refresh_token: token } = tokensOf(await send(code, own));
    const again = { grant_type: 'refresh_token', refresh_token: token };
    await send(again, own);

    expect([errorOf(await send(again, null)), errorOf(await send(again, other))]).toEqual([REFUSED, REFUSED]);
    expect((await send(again, own)).status).toBe(200);
  });
});
