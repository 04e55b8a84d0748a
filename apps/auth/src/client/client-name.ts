import type { ServedClient } from '@latchkey/persistence';

/** What people call the client: the name that the operator gave it, else its id. */
export function getClientName({ presentation, clientId }: Pick<ServedClient, 'presentation' | 'clientId'>): string {
  return presentation?.name ?? clientId;
}
