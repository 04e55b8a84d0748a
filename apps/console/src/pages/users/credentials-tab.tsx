import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Skeleton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/toasts.js';
import { CREDENTIALS } from './user-credentials.js';
import { useUserKey } from './use-user.js';
import { nameOf, userQueryKey, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

type Credential = components['schemas']['CredentialResponse'];

function toLabel({ type, name }: Credential): string {
  return name ? i18n.t('Passkey “{name}”', { name }) : i18n.t(CREDENTIALS[type].label);
}

/** The credentials of a user. They can be removed, and never shown. */
export function CredentialsTab({ read: { data: user } }: UserTabProps) {
  const key = useUserKey();
  const can = useCan()('user:write');
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<Credential | null>(null);
  const queryKey = userQueryKey(key, 'credentials');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user/{sub}/credential', { params: { path: key } })),
  });
  const remove = async (credential: Credential) => {
    const path = { ...key, credentialId: credential.id };
    await answer(api.DELETE('/v1/domain/{domain}/user/{sub}/credential/{credentialId}', { params: { path } }));
    await queries.invalidateQueries({ queryKey });
    showToast({ message: i18n.t('{credential} removed', { credential: toLabel(credential) }) });
  };
  return (
    <Columns>
      {error && !data && <LoadFailed what={i18n.t('The credentials')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={150} radius="lg" />}
      {data?.data.length === 0 && (
        <Notice icon={IconKey} title={i18n.t('No passkey, app or recovery codes')}>
          <p>
            {user.identityProvider === 'local'
              ? i18n.t('The user signs in by a link, and is offered a passkey then.')
              : i18n.t('The user signs in at {provider}, which keeps their credentials.', { provider: user.identityProvider })}
          </p>
        </Notice>
      )}
      {data && data.data.length > 0 && (
        <Panel title={i18n.t('Credentials')} description={i18n.t('Latchkey tells the user by mail when one is removed.')} flush>
          <ul className={classes['rows']}>
            {data.data.map((credential) => (
              <CredentialRow key={credential.id} credential={credential} onRemove={can ? setRemoving : undefined} />
            ))}
          </ul>
        </Panel>
      )}
      {removing && (
        <ConfirmDialog
          title={i18n.t('Remove {credential}', { credential: toLabel(removing) })}
          confirm={i18n.t('Remove')}
          pending={i18n.t('Removing')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          {i18n.t('{name} can no longer sign in with it from the next request, and gets a mail. Sessions stay.', { name: nameOf(user) })}
        </ConfirmDialog>
      )}
    </Columns>
  );
}

interface CredentialRowProps {
  credential: Credential;
  onRemove: ((credential: Credential) => void) | undefined;
}

function CredentialRow({ credential, onRemove }: CredentialRowProps) {
  const { type, createdAt, lastUsedAt, backedUp, remaining } = credential;
  const Icon = CREDENTIALS[type].icon;
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes['main']}>
        <strong>
          <bdi>{toLabel(credential)}</bdi>
        </strong>
        <small>
          {i18n.t('Added')} <Time at={createdAt} />
          {backedUp && ` · ${i18n.t('synchronized with other devices')}`}
          {remaining !== null && ` · ${i18n.t('{remaining, plural, one {# unused} other {# unused}}', { remaining })}`}
        </small>
      </span>
      <span className={classes['when']}>
        {lastUsedAt ? (
          <>
            {i18n.t('Last used')} <Time at={lastUsedAt} />
          </>
        ) : (
          i18n.t('Not used yet')
        )}
      </span>
      {onRemove && (
        <Button
          variant="default"
          size="xs"
          aria-label={i18n.t('Remove {credential}', { credential: toLabel(credential) })}
          onClick={() => onRemove(credential)}
        >
          {i18n.t('Remove')}
        </Button>
      )}
    </li>
  );
}
