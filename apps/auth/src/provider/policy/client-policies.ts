import type { Policy } from '@latchkey/oauth';
import type { ServedClient } from '@latchkey/persistence';
import { meetsAcr, computeRequiredAcr } from '../../assurance/assurance.js';
import { allowsIdentityProvider } from '../../federation/offered-identity-provider.service.js';

type ClientPolicies = Pick<ServedClient, 'allowLocalLogin' | 'providers' | 'policies'>;

/** A sign-in of the past. */
export interface SessionAssurance {
  /** The name of the provider that vouches for the user, or `local`. */
  identityProvider: string;
  acr: string | undefined;
}

/**
 * Whether a client, as its operator has configured it now, would still be satisfied with a sign-in. What `reauthenticate` and `consent` ask
 * for concerns each authorization request, and so no refresh.
 */
export function satisfiesPolicies(client: ClientPolicies, { identityProvider, acr }: SessionAssurance): boolean {
  return (
    acceptsUsersOf(client, identityProvider) &&
    meetsAcr(acr ?? '0', computeRequiredAcr({ policies: getClientPolicies(client), acrValues: [] }))
  );
}

/** Whether users of an identity provider, or of the domain itself (`local`), may sign in to the client. */
export function acceptsUsersOf(client: ClientPolicies, identityProvider: string): boolean {
  return identityProvider === 'local' ? client.allowLocalLogin !== false : allowsIdentityProvider(client, identityProvider);
}

export function getClientPolicies({ policies }: Pick<ServedClient, 'policies'>): Policy[] {
  return (policies ?? []) as Policy[];
}
