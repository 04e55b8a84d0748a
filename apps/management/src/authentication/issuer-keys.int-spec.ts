import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { generateClusterKey, type PublishedIssuer } from '../../../../test/support/workload-issuer.js';
import type { Caller } from '../../../../test/support/management.js';
import { OperatorTokenFixture } from './operator-token.fixture.js';

const JWKS = '/openid/v1/jwks';
/** More than the 10 s between two fetches. */
const MAX_WAIT_MS = 20_000;

let fixture: OperatorTokenFixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await OperatorTokenFixture.start();
  caller = await fixture.subscribe();
});

afterAll(() => fixture.stop());

async function send({ url: iss }: PublishedIssuer, sub: string, signer = fixture.key): Promise<number> {
  return (await fixture.send(await fixture.sign({ iss, sub }, signer))).status;
}

describe('the keys of an issuer', () => {
  it('are found by the metadata of RFC 8414 if there is no discovery document', async () => {
    const [issuer] = fixture.issuers;
    issuer.metadataPath = '/.well-known/oauth-authorization-server';

    expect(await send(issuer, await fixture.createOperator(caller, { issuer: issuer.url }))).toBe(200);

    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', JWKS]);
  });

  it(
    'are fetched once for a new key of the issuer, whatever the number of tokens, and a withdrawn key is refused then',
    async () => {
      const [, issuer] = fixture.issuers;
      const sub = await fixture.createOperator(caller, { issuer: issuer.url });
      expect(await send(issuer, sub)).toBe(200);
      const rotated = await generateClusterKey();
      issuer.keys = [rotated];

      await eventually(async () => (await send(issuer, sub, rotated)) === 200, { timeoutMs: MAX_WAIT_MS, intervalMs: 250 });

      expect(issuer.requests.filter((path) => path === JWKS)).toHaveLength(2);
      expect(await send(issuer, sub)).toBe(401);
      expect(issuer.requests.filter((path) => path === JWKS)).toHaveLength(2);
    },
    2 * MAX_WAIT_MS,
  );
});
