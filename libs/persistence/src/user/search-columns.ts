import { normalizeUsername } from '@latchkey/oauth';
import { buildSearchText } from './search-text.js';
import type { Attributes, User } from './user.entity.js';

/** What a user is found by, as it follows from their attributes. */
export function buildSearchColumns({ preferred_username: username, email }: Attributes): Pick<User, 'usernameKey' | 'searchText'> {
  return { usernameKey: normalizeUsername(username as string), searchText: buildSearchText(username as string, email) };
}
