import { normalizeUsername } from '@latchkey/oauth';
import { buildSearchText } from './search-text.js';
import type { Attributes, User } from './user.entity.js';

/** The search text of a user, derived from their attributes. */
export function buildSearchColumns({ preferred_username: username, email }: Attributes): Pick<User, 'usernameKey' | 'searchText'> {
  return { usernameKey: normalizeUsername(username as string), searchText: buildSearchText(username as string, email) };
}
