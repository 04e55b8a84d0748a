import { splitScope } from '@latchkey/oauth';
import { permitUnattended } from '../client/unattended-client.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { PATHS } from '../protocol/endpoints.js';
import type { Registration } from './registration.service.js';

/** What the server registered, which need not be what the client asked for: RFC 7591 section 3.2.1, RFC 7592 section 3. */
export function describeRegistration(domain: CachedDomain, { client, token }: Registration): object {
  const { resources } = permitUnattended(domain, domain.clientRegistration.dynamicRegistration.resources);
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
    client_name: client.presentation?.name ?? client.clientId,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: [...new Set([...splitScope(client.scope), ...resources.flatMap(({ scopes }) => scopes)])].join(' '),
    registration_access_token: token,
    registration_client_uri: `${domain.issuer}${PATHS.registration}/${encodeURIComponent(client.clientId)}`,
  };
}
