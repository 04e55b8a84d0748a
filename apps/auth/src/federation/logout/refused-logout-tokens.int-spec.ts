import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAX_REFUSED_TOKENS } from '../../domain/refused-token-limit.service.js';
import { FederationFixture } from '../federation.fixture.js';
import { addIdentityProviderWithLogout, postLogoutToken, signLogoutToken } from './upstream-logout.fixture.js';

let fixture: FederationFixture;

beforeAll(async () => {
  fixture = await FederationFixture.start({ RATE_LIMIT: 'on' });
}, 60_000);

afterAll(() => fixture.stop());

it('blocks logout tokens from an address for a while after too many rejections', async () => {
  await addIdentityProviderWithLogout(fixture);
  const wrong = await signLogoutToken(fixture, { aud: 'another-client', sub: 'jane' });
  const statuses: number[] = [];
  for (let sent = 0; sent < MAX_REFUSED_TOKENS; sent += 1) statuses.push((await postLogoutToken(fixture, wrong)).status);

  const { status, headers, json } = await postLogoutToken(fixture, wrong);

  expect(new Set(statuses)).toEqual(new Set([400]));
  expect([status, json]).toMatchObject([429, { error: 'temporarily_unavailable' }]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const other = await fixture.withNewDomain();
  await addIdentityProviderWithLogout(other);
  expect((await postLogoutToken(other, wrong)).status).toBe(400);
});
