import type { Answer } from '../../../api/api.js';
import type { Client } from '../client-kind.js';
import type { ClientPath } from '../client-queries.js';

/** What each tab gets. */
export interface TabProps {
  path: ClientPath;
  read: Answer<Client>;
}
