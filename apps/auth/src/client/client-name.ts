import type { ServedClient } from '@latchkey/persistence';
import { ACCOUNT_CLIENT_ID } from './account-client.js';

/** What people call the client: the name that the operator gave it, else its id. */
export function getClientName({ presentation, clientId }: Pick<ServedClient, 'presentation' | 'clientId'>): string {
  return presentation?.name ?? clientId;
}

/**
 * How mails show the client that a user signs in to. A client that registered itself shows no picture, because its server would learn when
 * the mail is read.
 *
 * @returns null for the account page, which is no application
 */
export function describeApplication(
  client: Pick<ServedClient, 'clientId' | 'presentation' | 'registered'>,
): { name: string; logoUri: string | null } | null {
  if (client.clientId === ACCOUNT_CLIENT_ID) return null;
  return { name: getClientName(client), logoUri: client.registered ? null : (client.presentation?.logoUri ?? null) };
}
