import { i18n } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import { Columns, Panel } from '../../ui/panel.js';
import { UserEvents } from './user-events.js';
import { useUserKey } from './use-user.js';
import type { UserTabProps } from './users-query.js';

const MAX_EVENTS = 100;

/** The last entries about the user. The domain's log has all of them, with filters and proof. */
export function LogTab({ read: { data: user } }: UserTabProps) {
  const { domain, sub } = useUserKey();
  return (
    <Columns>
      <Panel
        title={i18n.t('The last {count} entries', { count: MAX_EVENTS })}
        flush
        action={
          <Link to="/d/$domain/log" params={{ domain }} search={{ user: sub }}>
            {i18n.t('Open in the log')}
          </Link>
        }
      >
        <UserEvents user={user} limit={MAX_EVENTS} />
      </Panel>
    </Columns>
  );
}
