import { Problem } from '@latchkey/problem';

/** The same response for an unknown name, a domain that is being deleted and a domain of another subscription. */
export function createDomainNotFoundProblem(): Problem {
  return new Problem('domain-not-found', 'Your subscription has no domain of this name.');
}
