import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Time } from '../../ui/time.js';
import { lookOf } from '../../events/event-types.js';
import { Sentence } from '../../events/sentence.js';
import { useUserKey } from './use-user.js';
import { nameOf, userQueryKey, type User, type UserKey } from './users-query.js';
import classes from './users.module.css';

type LogEntry = components['schemas']['LogEntryResponse'];

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
  const names = new Map([[key.sub, nameOf(user)]]);
  return (
    <ul className={`${classes['rows']} ${classes['events']}`}>
      {data.data.map((entry) => (
        <EventRow key={entry.sequence} userKey={key} entry={entry} names={names} />
      ))}
    </ul>
  );
}

interface EventRowProps {
  userKey: UserKey;
  entry: LogEntry;
  names: ReadonlyMap<string, string>;
}

/** A sentence, which leads to its entry in the log of the domain. */
function EventRow({ userKey: { domain, sub }, entry, names }: EventRowProps) {
  const { icon: Icon, tone } = lookOf(entry.type);
  return (
    <li>
      <Link
        className={classes['event']}
        data-tone={tone}
        to="/d/$domain/log"
        params={{ domain }}
        search={{ user: sub, entry: entry.sequence }}
      >
        <Icon size={17} stroke={1.6} aria-hidden />
        <span className={classes['main']}>
          <Sentence entry={entry} users={names} />
        </span>
        <span className={classes['when']}>
          <Time at={entry.time} />
        </span>
      </Link>
    </li>
  );
}
