import type { ServedIdentityProvider } from '@latchkey/persistence';
import type { SamlEndpoints } from '@latchkey/saml';
import { buildRedirectUri } from '../upstream/upstream-authorization-request.js';

/** Each identity provider has its own addresses, so that a response is never mistaken for one of another provider. */
export function buildSamlEndpoints(
  domain: { issuer: string },
  { name, clientId }: Pick<ServedIdentityProvider, 'name' | 'clientId'>,
): SamlEndpoints {
  const assertionConsumerUrl = `${buildRedirectUri(domain, name)}/saml`;
  return { entityId: clientId, assertionConsumerUrl, singleLogoutUrl: `${assertionConsumerUrl}/logout` };
}
