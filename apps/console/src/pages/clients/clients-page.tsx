import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconApps, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { SearchField } from '../../ui/search-field.js';
import { Time } from '../../ui/time.js';
import { Toolbar } from '../../ui/toolbar.js';
import { usePagedList } from '../../ui/use-paged-list.js';
import type { components } from '@latchkey/api-client';
import { RequestExample } from '../../ui/request-example.js';
import { Status } from '../../ui/status.js';
import { classifyClient, listedKind } from './client-kind.js';
import { ClientMark } from './client-mark.js';
import { ReadOnlyNote } from './read-only-note.js';

type ListedClient = components['schemas']['ListedClientResponse'];

const COLUMNS: Column<ListedClient>[] = [
  {
    header: message('Client'),
    width: 'minmax(0, 2fr)',
    cell: (client) => (
      <>
        <ClientMark kind={classifyClient(client)} />
        <span>
          <strong>
            <bdi>{client.name ?? client.clientId}</bdi>
          </strong>
          <small>{client.name === null ? (client.redirectUris?.[0] ?? client.audiences?.[0] ?? client.scope) : client.clientId}</small>
        </span>
      </>
    ),
  },
  { header: message('Application'), width: 'minmax(0, 1fr)', wideOnly: true, cell: (client) => i18n.t(listedKind(classifyClient(client))) },
  {
    header: message('Client type'),
    width: '140px',
    wideOnly: true,
    cell: ({ clientType }) => (clientType === 'Confidential' ? i18n.t('Confidential') : i18n.t('Public')),
  },
  {
    header: message('Status'),
    width: 'minmax(100px, 140px)',
    cell: ({ active }) => <Status tone={active ? 'success' : 'neutral'}>{active ? i18n.t('Active') : i18n.t('Disabled')}</Status>,
  },
  { header: message('Last changed'), width: '130px', numeric: true, wideOnly: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** All clients of a domain. */
export function ClientsPage() {
  const can = useCan();
  const navigate = useNavigate();
  const { domain = '' } = useParams({ strict: false });
  const { search = '' } = useSearch({ from: '/d/$domain/clients' });
  const { items, total, error, isStale, retry, readNext } = usePagedList<ListedClient>(['clients', domain, search], (page) =>
    answer(api.GET('/v1/domain/{domain}/client', { params: { path: { domain }, query: { ...page, ...(search && { search }) } } })),
  );
  const isEmpty = items?.length === 0;
  const find = (text: string) =>
    void navigate({ to: '/d/$domain/clients', params: { domain }, search: text ? { search: text } : {}, replace: true });
  const create = can('client:write') && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/d/$domain/clients/new', params: { domain } })}
      data-primary-action
    >
      {i18n.t('Create client')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Clients')}
        facts={total !== null && i18n.t('{total, plural, one {# client} other {# clients}}', { total })}
        actions={!(isEmpty && !search) && create}
      />
      <ReadOnlyNote />
      {!(isEmpty && !search) && (
        <Toolbar>
          <SearchField label={i18n.t('Search by id or name')} value={search} onSearch={find} />
        </Toolbar>
      )}
      {error && !items ? (
        <Toolbar>
          <LoadFailed what={i18n.t('The list of clients')} error={error} onRetry={retry} />
        </Toolbar>
      ) : isEmpty ? (
        <Toolbar>{search ? <NoMatch search={search} onClear={() => find('')} /> : <FirstClient>{create}</FirstClient>}</Toolbar>
      ) : (
        <List
          label={i18n.t('Clients')}
          columns={COLUMNS}
          items={items}
          keyOf={({ clientId }) => clientId}
          isStale={isStale}
          onEnd={readNext}
          renderLink={({ clientId }, content, className) => (
            <Link to="/d/$domain/clients/$clientId" params={{ domain, clientId }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  );
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <Notice icon={IconApps} title={i18n.t('No client matches “{search}”', { search })}>
      <Button variant="default" onClick={onClear}>
        {i18n.t('Clear search')}
      </Button>
    </Notice>
  );
}

/** Says what clients are for while there is none. */
function FirstClient({ children }: { children: ReactNode }) {
  return (
    <Notice icon={IconApps} title={i18n.t('Create your first client')}>
      <p>
        {i18n.t(
          'A client is a program that gets tokens here: a service that calls APIs as itself, or an app into which people sign in. The wizard ends with code that runs.',
        )}
      </p>
      {children}
      <RequestExample
        method="PUT"
        path="/client/orders-service"
        body={{ clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' }}
      />
    </Notice>
  );
}
