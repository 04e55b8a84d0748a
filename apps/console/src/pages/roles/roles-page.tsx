import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconHierarchy, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { RequestExample } from '../../ui/request-example.js';
import { NewRoleDialog } from './new-role-dialog.js';

type ListedRole = components['schemas']['ListedRoleResponse'];

const COLUMNS: Column<ListedRole>[] = [
  {
    header: message('Role'),
    width: 'minmax(0, 2fr)',
    cell: ({ role, description }) => (
      <>
        <Mark name={role} />
        <span>
          <strong>{role}</strong>
          <small>
            <bdi>{description}</bdi>
          </small>
        </span>
      </>
    ),
  },
  {
    header: message('APIs'),
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    cell: ({ permissions }) => permissions.map(({ resource }) => resource).join(', '),
  },
  {
    header: message('Scopes'),
    width: '80px',
    numeric: true,
    cell: ({ permissions }) => permissions.reduce((count, { scopes }) => count + scopes.length, 0),
  },
];

/** The roles of users and clients in one domain. */
export function RolesPage() {
  const { domain = '' } = useParams({ strict: false });
  const [isCreating, setCreating] = useState(false);
  const can = useCan();
  const { data, error, refetch } = useQuery({
    queryKey: ['roles', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/role', { params: { path: { domain } } })),
  });
  const isEmpty = data?.data.length === 0;
  const create = can('role:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)} data-primary-action>
      {i18n.t('Create role')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Roles')}
        facts={data && i18n.t('{count, plural, one {# role} other {# roles}}', { count: data.data.length })}
        actions={!isEmpty && create}
      />
      {error && !data ? (
        <Columns>
          <LoadFailed what={i18n.t('The list of roles')} error={error} onRetry={() => void refetch()} />
        </Columns>
      ) : isEmpty ? (
        <Columns>
          <Notice icon={IconHierarchy} title={i18n.t('Give the same scopes to many')}>
            <p>{i18n.t('A role permits scopes of APIs. Users and clients that have it get them, and lose them with it.')}</p>
            {create}
            <RequestExample
              method="PUT"
              path="/role/clerk"
              body={{ description: 'Reads orders', permissions: [{ resource: 'orders', scopes: ['orders:read'] }] }}
            />
          </Notice>
        </Columns>
      ) : (
        <List
          label={i18n.t('Roles')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ role }) => role}
          renderLink={({ role }, content, className) => (
            <Link to="/d/$domain/roles/$role" params={{ domain, role }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
      {isCreating && <NewRoleDialog domain={domain} onClose={() => setCreating(false)} />}
    </>
  );
}
