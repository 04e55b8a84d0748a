import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const listUris = (kilobytes: number) =>
  Array.from({ length: kilobytes }, (_none, n) => `https://shop.example.com/${n}/`.padEnd(1_020, 'x'));
let path: string;

beforeEach(async () => {
  path = `/v1/domain/${await fixture.caller.registerDomain()}/client/shop`;
});

function getErrors({ status, json }: Answer): unknown {
  return status === 400 ? (json as { errors: object[] }).errors : status;
}

const TOO_LARGE = [{ pointer: '', detail: expect.stringMatching(/^must not exceed 131072 bytes as JSON, but has 1\d{5}$/) }];

describe('document size', () => {
  it('is limited to 128 KiB, by PUT and by any number of patches', async () => {
    expect(getErrors(await fixture.caller.put(path, { ...CLIENT, redirectUris: listUris(140) }))).toEqual(TOO_LARGE);
    expect((await fixture.caller.put(path, { ...CLIENT, redirectUris: listUris(100) })).status).toBe(200);

    expect(getErrors(await fixture.caller.patch(path, { postSignOutRedirectUris: listUris(50) }))).toEqual(TOO_LARGE);
    expect((await fixture.caller.get(path)).json).toMatchObject({ postSignOutRedirectUris: null });
  });

  it('lets a larger document stay or shrink, but not grow', async () => {
    await fixture.caller.put(path, CLIENT);
    await fixture.rows.query(
      'UPDATE client SET redirect_uris = $1, audiences = $1 WHERE domain_id = (SELECT id FROM domain WHERE name = $2)',
      [listUris(100), path.split('/')[3]],
    );
    const { json } = await fixture.caller.get(path);

    expect((await fixture.caller.put(path, json)).status).toBe(200);
    expect((await fixture.caller.patch(path, { audiences: listUris(90) })).status).toBe(204);
    expect(getErrors(await fixture.caller.patch(path, { audiences: listUris(95) }))).toEqual([expect.objectContaining({ pointer: '' })]);
  });

  it('also limits a list of scopes', async () => {
    const scopes = Array.from({ length: 1_500 }, (_none, n) => ({ scope: `scope-${n}`.padEnd(100, 'x') }));

    expect(getErrors(await fixture.caller.put(`${path.replace('/client/shop', '')}/id_token/claims_supported`, scopes))).toEqual(TOO_LARGE);
  });
});
