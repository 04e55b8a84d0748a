import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenCall } from '../../../../../test/support/auth.js';
import { ProviderFixture, SECRET } from '../provider.fixture.js';

const SERVICE = { clientId: 'service', clientSecret: SECRET };
const AUDIENCES = ['urn:a', 'urn:b'];

let fixture: ProviderFixture;

beforeAll(async () => {
  fixture = await ProviderFixture.start({
    clients: [{ clientId: 'service', grantType: 'ClientCredentials', scope: 'read', audiences: AUDIENCES, redirectUris: null }],
  });
});

afterAll(() => fixture.stop());

async function requestToken(resources: readonly string[]): Promise<unknown> {
  const call = tokenCall(SERVICE);
  const body = `${call.body as string}${resources.map((resource) => `&resource=${resource}`).join('')}`;
  return (await fixture.send('/connect/token', { ...call, body })).json;
}

describe('describeError for a rejected token request', () => {
  it.each([
    [AUDIENCES, 'a token request may name one resource, not several'],
    [['urn:c'], 'resource urn:c is not one of the audiences of client service'],
    [['orders-api'], 'resource orders-api must be an absolute URI such as https://api.example.com'],
    [['urn:a%23b'], 'resource urn:a#b must not have a fragment (#...)'],
  ])('explains what is wrong with the resources %j', async (resources, description) => {
    expect(await requestToken(resources)).toEqual({ error: 'invalid_target', error_description: description });
  });
});
