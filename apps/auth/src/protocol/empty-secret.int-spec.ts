import { expect, it } from '@jest/globals';
import { useAuthFixture } from '../auth.fixture.js';
import { REDIRECT_URI } from '../in-process-auth.fixture.js';

const fixture = useAuthFixture();

/** Redeems an unknown code, with a Basic header that has an empty secret. */
function redeem(clientId: string, parameters: Record<string, string> = {}) {
  const form = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: REDIRECT_URI, code_verifier: 'v'.repeat(43) };
  return fixture.send('/connect/token', {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...form, ...parameters }).toString(),
  });
}

it.each([
  ['alone', false],
  ['beside its id in the form', true],
])('a Basic header with an empty secret names a public client, %s', async (_where, isNamed) => {
  const clientId = await fixture.client({ client_type: 'Public' });
  const { status, json } = await redeem(clientId, isNamed ? { client_id: clientId } : {});

  expect([status, json]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
});

it('a Basic header with an empty secret does not authenticate a confidential client', async () => {
  const { status, headers, json } = await redeem(await fixture.client());

  expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
  expect(headers['www-authenticate']).toContain('Basic');
});

it('a Basic header with an empty secret and another client in the form are refused', async () => {
  const [one, other] = [await fixture.client({ client_type: 'Public' }), await fixture.client({ client_type: 'Public' })];
  const { status, json } = await redeem(one, { client_id: other });

  expect([status, json]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
});
