import { Problem } from '@latchkey/problem';

export function clientNotFound(clientId: string): Problem {
  return new Problem('client-not-found', `The domain has no client ${clientId}.`);
}
