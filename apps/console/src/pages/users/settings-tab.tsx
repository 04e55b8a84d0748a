import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { Columns } from '../../ui/panel.js';
import { showToast } from '../../ui/toasts.js';
import { useUserKey } from './use-user.js';
import { nameOf, type UserTabProps } from './users-query.js';

/** Deletes the user. */
export function SettingsTab({ read: { data: user } }: UserTabProps) {
  const key = useUserKey();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const name = nameOf(user);
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/user/{sub}', { params: { path: key } }));
    showToast({ message: i18n.t('{name} deleted', { name }) });
    await navigate({ to: '/d/$domain/users', params: { domain: key.domain } });
    queries.removeQueries({ queryKey: ['user', key.domain, key.sub] });
    await queries.invalidateQueries({ queryKey: ['users', key.domain] });
  };
  return (
    <Columns>
      <DangerZone title={i18n.t('Delete {name}', { name })} name={user.preferred_username} onDelete={remove}>
        {i18n.t(
          'The user, their attributes, credentials, sessions and tokens are gone at once, and personal data in the log is erased. This cannot be undone. To only bar sign-in, deactivate the user.',
        )}
      </DangerZone>
    </Columns>
  );
}
