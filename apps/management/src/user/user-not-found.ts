import { isUuid } from '@latchkey/oauth';
import { Problem } from '@latchkey/problem';

/** Whether a text can be the `sub` of a user. */
export function isSub(text: string): boolean {
  return isUuid(text);
}

export function createUserNotFoundProblem(): Problem {
  return new Problem('user-not-found', 'The domain has no user with this sub.');
}
