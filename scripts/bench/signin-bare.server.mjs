/**
 * Bare oidc-provider with everything in memory, configured for bench:signin: the code flow with PKCE for one confidential client, JWT
 * access tokens in ES256, and rotating refresh tokens. Users sign in on the library's development page.
 */
import { Provider } from 'oidc-provider';
import { generateJwks, issueJwtAccessTokens, serve } from './bare-provider.mjs';
import { required } from './reference-client.mjs';

const issuer = required('BENCH_ISSUER');

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: required('BENCH_CLIENT_ID'),
      client_secret: required('BENCH_CLIENT_SECRET'),
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [required('BENCH_REDIRECT_URI')],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: generateJwks(),
  routes: { authorization: '/connect/authorize', token: '/connect/token' },
  cookies: { keys: ['signs cookies'] },
  claims: { openid: ['sub'], profile: ['name', 'preferred_username'] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: 'Maria Muster', preferred_username: id }) }),
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 86_400, IdToken: 3600, Interaction: 3600, RefreshToken: 86_400, Session: 86_400 },
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: issueJwtAccessTokens(issuer, 'openid profile offline_access'),
  },
});

serve(provider);
