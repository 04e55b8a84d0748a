import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { EventRows } from '../../events/event-rows.js';
import { useUserNames } from '../../events/use-user-names.js';
import { Panel } from '../../ui/panel.js';

const SHOWN = 5;
const REFRESH_MS = 15_000;

/** The newest entries of the log. */
export function LastEvents({ domain }: { domain: string }) {
  const users = useUserNames(domain);
  const { data } = useQuery({
    queryKey: ['log', domain, 'last'],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/log', { params: { path: { domain }, query: { limit: SHOWN } } })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title={i18n.t('Last events')}
      flush
      action={
        <Link to="/d/$domain/log" params={{ domain }}>
          {i18n.t('Open log')}
        </Link>
      }
    >
      {!data && <Skeleton height={180} />}
      {data?.data.length === 0 && <p>{i18n.t('Nothing has happened yet.')}</p>}
      {data && <EventRows domain={domain} entries={data.data} users={users} />}
    </Panel>
  );
}
