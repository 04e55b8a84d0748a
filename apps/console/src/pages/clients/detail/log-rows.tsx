import { i18n } from '@lingui/core';
import { EventRows } from '../../../events/event-rows.js';
import type { LogEntry } from '../../../events/log-entry.js';
import { useUserNames } from '../../../events/use-user-names.js';
import type { ClientPath } from '../client-queries.js';
import classes from './detail.module.css';

/** What the log says about the client. */
export function LogRows({ path: { domain, clientId }, entries }: { path: ClientPath; entries: readonly LogEntry[] }) {
  const users = useUserNames(domain);
  if (entries.length === 0) return <p className={classes['none']}>{i18n.t('The log has nothing about this client yet.')}</p>;
  return <EventRows domain={domain} entries={entries} users={users} filter={{ client: clientId }} />;
}
