import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { AttributesTab } from './attributes-tab.js';
import { CredentialsTab } from './credentials-tab.js';
import { LinksTab } from './links-tab.js';
import { LogTab } from './log-tab.js';
import { OverviewTab } from './overview-tab.js';
import { RolesTab } from './roles-tab.js';
import { SessionsTab } from './sessions-tab.js';
import { SettingsTab } from './settings-tab.js';
import { useUserKey } from './use-user.js';
import { UserAvatar } from './user-avatar.js';
import { UserMenu } from './user-menu.js';
import { UserStatus } from './user-status.js';
import { nameOf, userQuery, type User, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

interface Tab {
  tab: string;
  label: string;
  permission: string;
  content: ComponentType<UserTabProps>;
}

const TABS: Tab[] = [
  { tab: 'overview', label: message('Overview'), permission: 'user:read', content: OverviewTab },
  { tab: 'attributes', label: message('Attributes'), permission: 'user:read', content: AttributesTab },
  { tab: 'roles', label: message('Roles'), permission: 'role:read', content: RolesTab },
  { tab: 'credentials', label: message('Credentials'), permission: 'user:read', content: CredentialsTab },
  { tab: 'sessions', label: message('Sessions'), permission: 'user:read', content: SessionsTab },
  { tab: 'links', label: message('Links'), permission: 'user:write', content: LinksTab },
  { tab: 'log', label: message('Log'), permission: 'log:read', content: LogTab },
  { tab: 'settings', label: message('Settings'), permission: 'user:write', content: SettingsTab },
];

/** One user: who it is, how they sign in, and what they may do. */
export function UserPage() {
  const can = useCan();
  const key = useUserKey();
  const { domain, sub } = key;
  const { tab = 'overview' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(userQuery(key));
  const user = data?.data;
  const tabs = TABS.filter(({ permission }) => can(permission));
  const Content = tabs.find((item) => item.tab === tab)?.content ?? OverviewTab;
  return (
    <>
      <PageHeader
        title={user ? nameOf(user) : i18n.t('User')}
        breadcrumbs={[
          <Link key="users" to="/d/$domain/users" params={{ domain }}>
            {i18n.t('Users')}
          </Link>,
        ]}
        mark={user ? <UserAvatar name={nameOf(user)} active={user.active} size={44} /> : <Skeleton circle height={44} />}
        facts={user && <UserFacts user={user} />}
        actions={user && <UserMenu user={user} />}
        tabs={
          <TabLinks label={i18n.t('Parts of the user')}>
            {tabs.map(({ tab: name, label }) =>
              name === 'overview' ? (
                <Link key={name} {...TAB_LINK} to="/d/$domain/users/$sub" params={{ domain, sub }}>
                  {i18n.t(label)}
                </Link>
              ) : (
                <Link key={name} {...TAB_LINK} to="/d/$domain/users/$sub/$tab" params={{ domain, sub, tab: name }}>
                  {i18n.t(label)}
                </Link>
              ),
            )}
          </TabLinks>
        }
      />
      {error && !data && (
        <Columns>
          <LoadFailed what={i18n.t('The user')} error={error} onRetry={() => void refetch()} />
        </Columns>
      )}
      {!error && !data && (
        <Columns>
          <Skeleton height={220} radius="lg" />
        </Columns>
      )}
      {data && <Content key={sub} read={data} />}
    </>
  );
}

function UserFacts({ user }: { user: User }) {
  return (
    <>
      <UserStatus active={user.active} />
      <code>{user.sub}</code>
      <CopyButton value={user.sub} label={i18n.t('Copy the sub')} />
      <span className={classes['badge']}>
        <bdi>{user.identityProvider === 'local' ? i18n.t('Local') : user.identityProvider}</bdi>
      </span>
    </>
  );
}
