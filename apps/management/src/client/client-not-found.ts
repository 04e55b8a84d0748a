import { Problem } from '@latchkey/problem';

export function createClientNotFoundProblem(clientId: string): Problem {
  return new Problem('client-not-found', `The domain has no client ${clientId}.`);
}
