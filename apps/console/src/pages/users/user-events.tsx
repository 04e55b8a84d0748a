import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconFingerprint, IconHistory, IconKey, IconLink, IconLogin2, IconLogout, IconShieldX, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Time } from '../../ui/time.js';
import { useUserKey } from './use-user.js';
import { userQueryKey } from './users-query.js';
import classes from './users.module.css';

type LogEntry = components['schemas']['LogEntryResponse'];

const ICONS: [RegExp, typeof IconUser][] = [
  [/failed|refused/, IconShieldX],
  [/^passkey/, IconFingerprint],
  [/^(authenticator_app|recovery_code)/, IconKey],
  [/^magic_link/, IconLink],
  [/^user\.signed_in/, IconLogin2],
  [/^(user\.signed_out|session)/, IconLogout],
  [/^user/, IconUser],
];

/** What the log says about the user, newest first. */
export function UserEvents({ limit }: { limit: number }) {
  const key = useUserKey();
  const { data, error, refetch } = useQuery({
    queryKey: [...userQueryKey(key, 'log'), limit],
    queryFn: () =>
      answer(api.GET('/v1/domain/{domain}/log', { params: { path: { domain: key.domain }, query: { user: key.sub, limit } } })),
  });
  if (error && !data) return <LoadFailed what={i18n.t('The log')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  if (data.data.length === 0) return <p className={classes['footNote']}>{i18n.t('Nothing has happened yet.')}</p>;
  return (
    <ul className={`${classes['rows']} ${classes['events']}`}>
      {data.data.map((entry) => (
        <EventRow key={entry.sequence} entry={entry} />
      ))}
    </ul>
  );
}

function EventRow({ entry: { type, actor, client, time } }: { entry: LogEntry }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? IconHistory;
  return (
    <li>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span className={classes['main']}>
        <code>{type}</code>
      </span>
      <span className={classes['when']}>
        <bdi>{client ?? (actor.type === 'user' ? '' : actor.name)}</bdi>
      </span>
      <span className={classes['when']}>
        <Time at={time} />
      </span>
    </li>
  );
}
