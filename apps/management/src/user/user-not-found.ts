import { Problem } from '@latchkey/problem';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the `sub` of a user. */
export function isSub(text: string): boolean {
  return UUID.test(text);
}

export function createUserNotFoundProblem(): Problem {
  return new Problem('user-not-found', 'The domain has no user with this sub.');
}
