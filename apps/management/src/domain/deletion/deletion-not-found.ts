import { Problem } from '@latchkey/problem';

/** The same response for an unknown id, and a deletion that another subscription requested. */
export function createDeletionNotFoundProblem(): Problem {
  return new Problem('deletion-not-found', 'Your subscription has requested no deletion with this id.');
}
