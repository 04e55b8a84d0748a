import { i18n } from '@lingui/core';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLink, IconLogout, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { useActivation } from './use-activation.js';
import { useUserKey } from './use-user.js';
import type { User } from './users-query.js';

/** What one may do with a user. */
export function UserMenu({ user }: { user: User }) {
  const can = useCan();
  const navigate = useNavigate();
  const key = useUserKey();
  const activation = useActivation(key, user);
  const open = (tab: string) => void navigate({ to: '/d/$domain/users/$sub/$tab', params: { ...key, tab } });
  if (!can('user:write')) return null;
  const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={i18n.t('More actions')}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...iconProps} />} onClick={() => open('links')}>
          {i18n.t('Make a sign-in link')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout {...iconProps} />} onClick={() => open('sessions')}>
          {i18n.t('End all sessions')}
        </Menu.Item>
        <Menu.Item
          leftSection={user.active ? <IconPlayerPause {...iconProps} /> : <IconPlayerPlay {...iconProps} />}
          onClick={activation.toggle}
          disabled={activation.isPending}
        >
          {user.active ? i18n.t('Deactivate') : i18n.t('Activate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...iconProps} />} onClick={() => open('settings')}>
          {i18n.t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
