import { homedir } from 'node:os';
import { join } from 'node:path';

/** The command line of the SCIM client of docs/integrate/scim.md's test, in a virtual environment, because Debian has none. */
export const SCIM_CLIENT = join(homedir(), '.cache/latchkey/scim/bin/scim2');
