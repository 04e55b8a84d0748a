import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/toasts.js';
import { isHandheld, toDeviceName } from './device-name.js';
import { useUserKey } from './use-user.js';
import { nameOf, userQueryKey, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

type Session = components['schemas']['SessionResponse'];

/** The browsers in which the user is signed in. */
export function SessionsTab({ read: { data: user } }: UserTabProps) {
  const can = useCan()('user:write');
  const [isEnding, setEnding] = useState(false);
  const { data, error, refetch, signOut, endAll } = useSessions();
  const count = data?.data.length ?? 0;
  const endButton = can && data && (
    <Button variant="default" leftSection={<IconLogout size={16} aria-hidden />} onClick={() => setEnding(true)}>
      {i18n.t('End all sessions')}
    </Button>
  );
  return (
    <Columns>
      {error && !data && <LoadFailed what={i18n.t('The sessions')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={150} radius="lg" />}
      {data && count === 0 && (
        <Notice icon={IconDeviceDesktop} title={i18n.t('Signed in nowhere')}>
          <p>{i18n.t('Applications may still hold refresh tokens for offline access. Ending all sessions revokes those too.')}</p>
          {endButton}
        </Notice>
      )}
      {count > 0 && (
        <Panel title={i18n.t('{count, plural, one {# session} other {# sessions}}', { count })} flush action={endButton}>
          <ul className={classes['rows']}>
            {data?.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isEnding={signOut.isPending && signOut.variables.id === session.id}
                onSignOut={can ? signOut.mutate : undefined}
              />
            ))}
          </ul>
          <p className={classes['footNote']}>
            {i18n.t(
              'Signing out ends the session and its tokens; clients get logout tokens. Offline access stays, unless you end all sessions.',
            )}
          </p>
        </Panel>
      )}
      {isEnding && <EndAllDialog name={nameOf(user)} count={count} onConfirm={endAll} onClose={() => setEnding(false)} />}
    </Columns>
  );
}

interface EndAllDialogProps {
  name: string;
  count: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

function EndAllDialog({ name, count, onConfirm, onClose }: EndAllDialogProps) {
  return (
    <ConfirmDialog
      title={i18n.t('End all sessions of {name}', { name })}
      confirm={i18n.t('End all sessions')}
      pending={i18n.t('Ending')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {i18n.t(
        '{count, plural, =0 {No session is open.} one {# session ends.} other {# sessions end.}} All access and refresh tokens stop within a second, those for offline access too.',
        { count },
      )}
    </ConfirmDialog>
  );
}

/** The sessions of the user, and what ends them. */
function useSessions() {
  const key = useUserKey();
  const queries = useQueryClient();
  const queryKey = userQueryKey(key, 'sessions');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user/{sub}/session', { params: { path: key } })),
  });
  const signOut = useMutation({
    mutationFn: ({ id }: Session) =>
      answer(api.DELETE('/v1/domain/{domain}/user/{sub}/session/{sessionId}', { params: { path: { ...key, sessionId: id } } })),
    onSuccess: async (_answer, { userAgent }) => {
      await queries.invalidateQueries({ queryKey });
      showToast({ message: i18n.t('Signed out of {device}', { device: toDeviceName(userAgent) }) });
    },
    onError: (failure) => showToast({ message: failure.message }),
  });
  const endAll = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/user/{sub}/session', { params: { path: key } }));
    await queries.invalidateQueries({ queryKey });
    showToast({ message: i18n.t('All sessions ended') });
  };
  return { data, error, refetch, signOut, endAll };
}

interface SessionRowProps {
  session: Session;
  isEnding: boolean;
  onSignOut: ((session: Session) => void) | undefined;
}

function SessionRow({ session, isEnding, onSignOut }: SessionRowProps) {
  const { userAgent, createdAt, lastUsedAt, expiresAt, clients } = session;
  const Icon = isHandheld(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  const device = toDeviceName(userAgent);
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes['main']}>
        <strong title={userAgent ?? undefined}>
          <bdi>{device}</bdi>
        </strong>
        <small>
          {i18n.t('Signed in')} <Time at={createdAt} /> · {i18n.t('ends')} <Time at={expiresAt} />
        </small>
        {clients.length > 0 && (
          <small>
            <code>{clients.join(' ')}</code>
          </small>
        )}
      </span>
      <span className={classes['when']}>
        {i18n.t('Last used')} <Time at={lastUsedAt} />
      </span>
      {onSignOut && (
        <Button
          variant="default"
          size="xs"
          disabled={isEnding}
          aria-label={i18n.t('Sign out {device}', { device })}
          onClick={() => onSignOut(session)}
        >
          {isEnding ? i18n.t('Signing out') : i18n.t('Sign out')}
        </Button>
      )}
    </li>
  );
}
