import { errors, type Provider } from 'oidc-provider';
import type { ProviderClient } from '../adapters/provider-client.js';

interface OidcContext {
  route: string;
  entity(key: string, value: unknown): void;
}

type CompareSecret = (this: ProviderClient, secret: string) => boolean | Promise<boolean>;

const INACTIVE = 'the client is inactive: an operator of the domain has deactivated it';
const AGENT_ENDED =
  'the agent has ended: its expiry has passed, its owner cannot sign in any more, or its owner or an operator of the domain has ended it';

/** The routes of authorization requests, which clients send without credentials. */
const AUTHORIZATION_ROUTES = new Set(['authorization', 'resume', 'code_verification', 'device_resume']);
/** The endpoints that authenticate clients. */
const CLIENT_ROUTES = new Set(['token', 'device_authorization', 'pushed_authorization_request', 'introspection', 'revocation']);

/**
 * Refuses the requests of inactive clients with `unauthorized_client` (RFC 6749 sections 4.1.2.1 and 5.2), at the endpoints that
 * authenticate clients after that: without its credentials nobody learns that a client is inactive.
 * Checked against oidc-provider 9.13.3.
 */
export function refuseInactiveClients(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    if (key === 'Client' && isUnauthenticated(value as ProviderClient, this.route)) requireActive(value as ProviderClient);
  };
  const clients = provider.Client.prototype as unknown as { compareClientSecret: CompareSecret };
  const { compareClientSecret } = clients;
  clients.compareClientSecret = async function (secret) {
    const matches = await compareClientSecret.call(this, secret);
    if (matches) requireActive(this);
    return matches;
  };
}

/** Whether no credentials of the client will follow. */
function isUnauthenticated({ record }: ProviderClient, route: string): boolean {
  return AUTHORIZATION_ROUTES.has(route) || (CLIENT_ROUTES.has(route) && record.client.clientType === 'Public');
}

function requireActive({ record }: ProviderClient): void {
  // control: an inactive client gets no token
  if (!record.client.active) throw new errors.UnauthorizedClient(record.isAgent ? AGENT_ENDED : INACTIVE);
}
