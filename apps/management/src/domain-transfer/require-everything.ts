import { Problem } from '@latchkey/problem';
import type { Caller } from '../caller/caller.js';
import { ALL } from '../caller/permission.js';

/** A whole domain has what every permission is about. @throws Problem permission-denied */
export function requireEverything({ name, permissions }: Caller): void {
  // control: only who may do everything moves a whole domain
  if (permissions.includes(ALL)) return;
  throw new Problem('permission-denied', `${name} needs the permission ${ALL} to move a whole domain. Nothing was changed.`);
}
