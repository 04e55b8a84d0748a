import { i18n } from '@lingui/core';
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { Status } from '../../ui/status.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { classifyClient, listedKind, type Client } from './client-kind.js';
import { ClientMark } from './client-mark.js';
import { clientQueries, type ClientPath } from './client-queries.js';
import { AccessTab } from './detail/access-tab.js';
import { AppearanceTab } from './detail/appearance-tab.js';
import { CredentialsTab } from './detail/credentials-tab.js';
import { LimitsTab } from './detail/limits-tab.js';
import { LogTab } from './detail/log-tab.js';
import { OverviewTab } from './detail/overview-tab.js';
import { SettingsTab } from './detail/settings-tab.js';
import { TokensTab } from './detail/tokens-tab.js';
import { useActive } from './detail/use-active.js';
import { ReadOnlyNote } from './read-only-note.js';
import classes from './clients.module.css';

const TABS = {
  overview: { label: message('Overview'), component: OverviewTab, permission: 'client:read' },
  credentials: { label: message('Credentials'), component: CredentialsTab, permission: 'client:read' },
  access: { label: message('Access'), component: AccessTab, permission: 'client:read' },
  tokens: { label: message('Tokens'), component: TokensTab, permission: 'client:read' },
  limits: { label: message('Limits'), component: LimitsTab, permission: 'client:read' },
  appearance: { label: message('Appearance'), component: AppearanceTab, permission: 'client:read' },
  log: { label: message('Log'), component: LogTab, permission: 'log:read' },
  settings: { label: message('Settings'), component: SettingsTab, permission: 'client:read' },
} as const;
type TabName = keyof typeof TABS;

/** One client. The URL names its tab. */
export function ClientPage() {
  const { domain = '', clientId = '', tab = 'overview' } = useParams({ strict: false });
  const path = { domain, clientId };
  const query = useQuery(clientQueries(path).client);
  const presentation = useQuery(clientQueries(path).presentation);
  const can = useCan();
  const name: TabName = tab in TABS ? (tab as TabName) : 'overview';
  const Tab = TABS[name].component;
  return (
    <>
      <PageHeader
        title={presentation.data?.data.name ?? clientId}
        breadcrumbs={[
          <Link key="clients" to="/d/$domain/clients" params={{ domain }}>
            {i18n.t('Clients')}
          </Link>,
        ]}
        mark={
          query.data ? <ClientMark kind={classifyClient(query.data.data)} size={44} /> : !query.error && <Skeleton width={44} height={44} />
        }
        facts={query.data && <ClientFacts path={path} client={query.data.data} />}
        actions={query.data && can('client:write') && <ClientMenu path={path} />}
        tabs={!query.error && <ClientTabs path={path} />}
      />
      {query.data && <ReadOnlyNote />}
      {query.data ? (
        // Another client is another form.
        <Tab key={`${domain}/${clientId}`} path={path} read={query.data} />
      ) : (
        <Columns>
          {query.error ? (
            <>
              <LoadFailed what={clientId} error={query.error} onRetry={() => void query.refetch()} />
              <Link to="/d/$domain/clients" params={{ domain }} className={classes['link']}>
                {i18n.t('Open the list of clients')}
              </Link>
            </>
          ) : (
            <Skeleton height={320} radius="lg" aria-hidden />
          )}
        </Columns>
      )}
    </>
  );
}

function ClientTabs({ path }: { path: ClientPath }) {
  const can = useCan();
  return (
    <TabLinks label={i18n.t('Parts of the client')}>
      {Object.entries(TABS)
        .filter(([, { permission }]) => can(permission))
        .map(([key, { label }]) =>
          key === 'overview' ? (
            <Link key={key} to="/d/$domain/clients/$clientId" params={path} {...TAB_LINK}>
              {i18n.t(label)}
            </Link>
          ) : (
            <Link key={key} to="/d/$domain/clients/$clientId/$tab" params={{ ...path, tab: key }} {...TAB_LINK}>
              {i18n.t(label)}
            </Link>
          ),
        )}
    </TabLinks>
  );
}

function ClientFacts({ path, client }: { path: ClientPath; client: Client }) {
  const { isActive } = useActive(path);
  return (
    <>
      {isActive !== undefined && (
        <Status tone={isActive ? 'success' : 'neutral'}>{isActive ? i18n.t('Active') : i18n.t('Disabled')}</Status>
      )}
      <code>{client.clientId}</code>
      <CopyButton value={client.clientId} label={i18n.t('Copy the client id')} />
      <span className={classes['badge']}>{i18n.t(listedKind(classifyClient(client)))}</span>
      <span className={classes['badge']}>{client.clientType === 'Confidential' ? i18n.t('Confidential') : i18n.t('Public')}</span>
      <span className={classes['badge']}>
        {client.grantType === 'ClientCredentials' ? i18n.t('Client credentials') : i18n.t('Authorization code')}
      </span>
    </>
  );
}

function ClientMenu({ path }: { path: ClientPath }) {
  const navigate = useNavigate();
  const { isActive, setActive } = useActive(path);
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={34} aria-label={i18n.t('More actions')}>
          <IconDots size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={isActive === undefined}
          leftSection={
            isActive ? <IconPlayerPause size={16} stroke={1.6} aria-hidden /> : <IconPlayerPlay size={16} stroke={1.6} aria-hidden />
          }
          onClick={() => setActive(!isActive)}
        >
          {isActive ? i18n.t('Disable') : i18n.t('Enable')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/d/$domain/clients/$clientId/$tab', params: { ...path, tab: 'settings' }, hash: 'delete' })}
        >
          {i18n.t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
