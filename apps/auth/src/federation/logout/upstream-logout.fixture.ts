import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../../../test/support/http.js';
import { claimsOf } from '../../../../../test/support/upstream/fake-identity-provider.js';
import type { FederationFixture } from '../federation.fixture.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

type Claims = Record<string, unknown>;

/** Adds the identity provider `acme`, at which users can also sign out. @returns the claims of its ID tokens, in the order of their issue */
export async function addIdentityProviderWithLogout(fixture: FederationFixture): Promise<Claims[]> {
  const idTokenClaims: Claims[] = [];
  await fixture.addIdentityProvider('acme');
  fixture.registerAtUpstream('acme', {
    backchannel_logout_uri: 'https://unused.example.com/',
    backchannel_logout_session_required: true,
    post_logout_redirect_uris: [`${fixture.issuer}/connect/federation/acme/signed-out`],
  });
  fixture.upstream.altered.set('/token', (body) => {
    idTokenClaims.push(claimsOf(String(body['id_token'])));
    return body;
  });
  return idTokenClaims;
}

/** Signs a logout token with the upstream's key. */
export function signLogoutToken({ upstream }: FederationFixture, claims: Claims, header: Claims = { typ: 'logout+jwt' }): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const defaults = { iss: upstream.issuer, iat: now, exp: now + 120, jti: randomUUID(), events: { [EVENT]: {} } };
  return upstream.sign({ ...defaults, ...claims }, header);
}

/** Sends a logout token to a domain, as the identity provider does. */
export function postLogoutToken({ stack, domain }: FederationFixture, jwt: string, name = 'acme'): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ logout_token: jwt }).toString();
  return stack.auth.send(domain, `/connect/federation/${name}/logout`, { method: 'POST', headers, body });
}
