import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/toasts.js';
import classes from './users.module.css';

/** The people who were invited and have not come yet. */
export function PendingInvitations({ domain }: { domain: string }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/invitation', { params: { path: { domain } } })),
  });
  const revoke = useMutation({
    mutationFn: (invitationId: string) =>
      answer(api.DELETE('/v1/domain/{domain}/invitation/{invitationId}', { params: { path: { domain, invitationId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invitations', domain] }),
    onSuccess: () => showToast({ message: i18n.t('The invitation is revoked') }),
  });
  if (error && !data) return <LoadFailed what={i18n.t('The invitations')} error={error} onRetry={() => void refetch()} />;
  if (!data || data.data.length === 0) return null;
  return (
    <section className={classes['invitations']} aria-labelledby="invitations">
      <h3 id="invitations">{i18n.t('Invited')}</h3>
      <ul>
        {data.data.map(({ id, email, expiresAt }) => (
          <li key={id}>
            <span>
              <bdi>{email}</bdi>
              <small>
                {i18n.t('until')} <Time at={expiresAt} />
              </small>
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={i18n.t('Revoke {email}', { email })}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
            >
              {i18n.t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
