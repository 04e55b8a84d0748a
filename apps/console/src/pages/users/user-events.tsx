import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { EventRows } from '../../events/event-rows.js';
import { useUserKey } from './use-user.js';
import { nameOf, userQueryKey, type User } from './users-query.js';
import classes from './users.module.css';

/** What the log says about the user, newest first. */
export function UserEvents({ user, limit }: { user: User; limit: number }) {
  const key = useUserKey();
  const { data, error, refetch } = useQuery({
    queryKey: [...userQueryKey(key, 'log'), limit],
    queryFn: () =>
      answer(api.GET('/v1/domain/{domain}/log', { params: { path: { domain: key.domain }, query: { user: key.sub, limit } } })),
  });
  if (error && !data) return <LoadFailed what={i18n.t('The log')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  if (data.data.length === 0) return <p className={classes['footNote']}>{i18n.t('Nothing has happened yet.')}</p>;
  const users = new Map([[key.sub, nameOf(user)]]);
  return <EventRows domain={key.domain} entries={data.data} users={users} filter={{ user: key.sub }} />;
}
