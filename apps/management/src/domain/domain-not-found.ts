import { Problem } from '@latchkey/problem';

/** The same for a name that is unknown, one that is being deleted and one of somebody else's. */
export function createDomainNotFoundProblem(): Problem {
  return new Problem('domain-not-found', 'Your subscription has no domain of this name.');
}
