import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Skeleton } from '@mantine/core';
import { Dialog } from '../../ui/dialog.js';
import { Facts } from '../../ui/facts.js';
import { FormProblem } from '../../ui/form-problem.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Time } from '../../ui/time.js';
import { InvitationForm } from './invitation-form.js';
import { useInvitationChanges, useNewestInvitation, type UserInvitation } from './use-user-invitation.js';
import classes from './users.module.css';

/** Invites users who have no way in yet: the newest invitation with its progress, or the form of a new one. */
export function InviteUsersDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const newest = useNewestInvitation(domain);
  const [isNew, setNew] = useState(false);
  const { data: invitation, error, refetch } = newest;
  return (
    <Dialog onClose={onClose} title={i18n.t('Invite existing users')} size="lg">
      {error && invitation === undefined ? (
        <LoadFailed what={i18n.t('The invitation')} error={error} onRetry={() => void refetch()} />
      ) : invitation === undefined ? (
        <Skeleton height={220} />
      ) : invitation === null || (isNew && invitation.status !== 'Running') ? (
        <InvitationForm domain={domain} onClose={onClose} />
      ) : (
        <Progress domain={domain} invitation={invitation} onAgain={() => setNew(true)} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ProgressProps {
  domain: string;
  invitation: UserInvitation;
  onAgain: () => void;
  onClose: () => void;
}

const STATUS: Record<UserInvitation['status'], () => string> = {
  Running: () => i18n.t('Running'),
  Stopped: () => i18n.t('Stopped'),
  Completed: () => i18n.t('Completed'),
};

function Progress({ domain, invitation, onAgain, onClose }: ProgressProps) {
  const { stop } = useInvitationChanges(domain, () => undefined);
  const { id, status, invited, waiting, skipped, failed, signedIn, createdAt, identityProvider } = invitation;
  const isRunning = status === 'Running';
  const done = invited + skipped + failed;
  return (
    <>
      <FormProblem error={stop.error} />
      <div role="status" className={classes['outcome']}>
        <p>{i18n.t('{done} of {all} users done, {signedIn} have signed in since.', { done, all: done + waiting, signedIn })}</p>
        {isRunning && <progress value={done} max={done + waiting || 1} aria-label={i18n.t('Progress')} />}
      </div>
      <Facts
        facts={[
          { label: i18n.t('Status'), value: STATUS[status]() },
          { label: i18n.t('Begun'), value: <Time at={createdAt} /> },
          { label: i18n.t('Identity provider'), value: identityProvider === 'local' ? i18n.t('None: local users') : identityProvider },
          { label: i18n.t('Invited'), value: invited },
          { label: i18n.t('Waiting'), value: waiting },
          { label: i18n.t('Skipped'), value: skipped },
          { label: i18n.t('Mail failed'), value: failed },
        ]}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {i18n.t('Close')}
        </Button>
        {isRunning ? (
          <Button color="red" disabled={stop.isPending} onClick={() => stop.mutate(id)}>
            {i18n.t('Stop')}
          </Button>
        ) : (
          <Button onClick={onAgain}>{i18n.t('Invite again')}</Button>
        )}
      </Group>
    </>
  );
}
