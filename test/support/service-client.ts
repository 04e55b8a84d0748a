import type { Credentials } from './auth.js';
import type { Caller } from './management.js';

/** A client for client credentials, and its domain. */
export type ServiceClient = Credentials & { domain: string };

export interface ClientToProvision {
  clientId?: string;
  /** Deviations of the client's configuration from the usual one. */
  configuration?: Record<string, unknown>;
}

/** Provisions a confidential client with the client credentials grant and the scope "read write". */
export async function provisionClient(caller: Caller, domain: string, options: ClientToProvision = {}): Promise<ServiceClient> {
  const { clientId = 'service', configuration } = options;
  const request = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write', ...configuration };
  const { status, text, json } = await caller.put(`/v1/domain/${domain}/client/${clientId}`, request);
  if (status !== 200) throw new Error(`no client ${clientId}: ${status} ${text}`);
  return { domain, clientId, clientSecret: (json as { clientSecret: string }).clientSecret };
}

/** Registers a domain with one such client. */
export async function registerServiceClient(caller: Caller, options: ClientToProvision = {}): Promise<ServiceClient> {
  return provisionClient(caller, await caller.registerDomain(), options);
}
