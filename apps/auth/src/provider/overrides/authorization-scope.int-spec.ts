import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { useAuthFixture } from '../../auth.fixture.js';
import { answerOf, codeGrant, codeRequest, SECRET } from '../../in-process-auth.fixture.js';

const SCOPE = 'openid profile offline_access orders';

const fixture = useAuthFixture({ client: { scope: SCOPE } });

/** Sends an authorization request, also by way of the endpoint for pushed requests, and redeems its code. */
async function authorize(parameters: Record<string, string>, { clientId = fixture.clientId, isPushed = false } = {}) {
  const by = { clientId, secret: SECRET };
  const { request, verifier } = codeRequest(clientId, parameters);
  const pushed = isPushed ? ((await fixture.post('/connect/par', request, by)).json as { request_uri: string }) : undefined;
  const sent = pushed ? { client_id: clientId, request_uri: pushed.request_uri } : request;
  const response = await fixture.browser().authorizeAs(sent, { sub: fixture.sub });
  return fixture.requestTokens(codeGrant(response, verifier), by);
}

describe.each([
  ['direct', false],
  ['pushed', true],
])('scope of an authorization request (RFC 6749 section 3.3), %s', (_how, isPushed) => {
  it('leaves out what the client may not have, and the token response names the rest', async () => {
    const clientId = await fixture.client({ scope: 'openid profile' });

    const tokens = await authorize({ scope: 'openid admin profile offline_access openid' }, { clientId, isPushed });

    expect(tokens).toMatchObject({ scope: 'openid profile', id_token: expect.any(String) });
    expect(tokens).not.toHaveProperty('refresh_token');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ scope: 'openid profile' });
  });

  it('leaves openid out too: then there is no ID token', async () => {
    const clientId = await fixture.client({ scope: 'orders' });

    const tokens = await authorize({ scope: 'openid orders' }, { clientId, isPushed });

    expect(tokens.scope).toBe('orders');
    expect(tokens).not.toHaveProperty('id_token');
  });

  it('is all that the client may have if the request names none', async () => {
    const tokens = await authorize({ scope: '', nonce: 'a-nonce', max_age: '600' }, { isPushed });

    expect(tokens).toMatchObject({ scope: SCOPE, refresh_token: expect.any(String) });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ nonce: 'a-nonce', auth_time: expect.any(Number) });
  });
});

describe('scope of which nothing is left', () => {
  it('is invalid_scope with the reason', async () => {
    const { location } = await fixture.browser().authorize(fixture.codeRequest({ scope: 'admin billing' }).request);

    expect(answerOf(location)).toMatchObject({
      error: 'invalid_scope',
      error_description: `client ${fixture.clientId} may have none of the requested scopes: they are neither in its scope nor granted to it at a resource that the request names`,
    });
  });
});
