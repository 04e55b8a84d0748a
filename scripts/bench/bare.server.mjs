/**
 * Bare oidc-provider: one issuer and one confidential client in memory, configured for JWT access tokens in ES256, one method of client
 * authentication and nothing else, so that only the library itself is measured.
 */
import { Provider } from 'oidc-provider';
import { configureAuthentication } from './bare-authentication.mjs';
import { generateJwks, issueJwtAccessTokens, serve } from './bare-provider.mjs';
import { readClient, required } from './reference-client.mjs';

const issuer = required('BENCH_ISSUER');
const { method, ...client } = readClient();
const authentication = configureAuthentication(method, client);

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: client.clientId,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: 'ES256',
      ...authentication.metadata,
    },
  ],
  jwks: generateJwks(),
  ...authentication.configuration,
  routes: { token: '/connect/token' },
  cookies: { keys: ['unused, but a missing key warns'] },
  scopes: ['read'],
  ttl: { ClientCredentials: 3600 },
  features: {
    ...authentication.features,
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: issueJwtAccessTokens(issuer, 'read'),
  },
});

serve(provider);
