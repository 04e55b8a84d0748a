import type { Policy } from '@latchkey/oauth';
import type { ServedClient } from '@latchkey/persistence';
import { meetsAcr, computeRequiredAcr } from '../../assurance/assurance.js';
import { allowsIdentityProvider } from '../../federation/offered-identity-provider.service.js';

type ClientPolicies = Pick<ServedClient, 'allowLocalLogin' | 'providers' | 'policies'>;

/** An earlier sign-in. */
export interface SessionAssurance {
  /** The name of the identity provider that signed the user in, or `local`. */
  identityProvider: string;
  acr: string | undefined;
}

/**
 * Whether a client in its current configuration would still accept a sign-in. `reauthenticate` and `consent` concern each authorization
 * request, so they do not affect a refresh.
 */
export function satisfiesPolicies(client: ClientPolicies, { identityProvider, acr }: SessionAssurance): boolean {
  return (
    acceptsUsersOf(client, identityProvider) &&
    meetsAcr(acr ?? '0', computeRequiredAcr({ policies: getClientPolicies(client), acrValues: [] }))
  );
}

/** Whether users of an identity provider, or local users (`local`), may sign in to the client. */
export function acceptsUsersOf(client: ClientPolicies, identityProvider: string): boolean {
  return identityProvider === 'local' ? client.allowLocalLogin !== false : allowsIdentityProvider(client, identityProvider);
}

export function getClientPolicies({ policies }: Pick<ServedClient, 'policies'>): Policy[] {
  return (policies ?? []) as Policy[];
}
