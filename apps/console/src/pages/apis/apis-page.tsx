import { i18n } from '@lingui/core';
import { Badge, Button } from '@mantine/core';
import { IconApi, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
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

type ListedResource = components['schemas']['ListedResourceResponse'];

const COLUMNS: Column<ListedResource>[] = [
  {
    header: message('API'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, audience }) => (
      <>
        <Mark name={name} />
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <small>{audience}</small>
        </span>
      </>
    ),
  },
  {
    header: message('Format'),
    width: '120px',
    wideOnly: true,
    cell: ({ tokenFormat }) => (tokenFormat === 'Opaque' ? i18n.t('Opaque') : 'JWT'),
  },
  {
    header: message('Roles'),
    width: '120px',
    wideOnly: true,
    cell: ({ enforceRoles }) => enforceRoles && <Badge variant="light">{i18n.t('Enforced')}</Badge>,
  },
  { header: message('Scopes'), width: '80px', numeric: true, cell: ({ scopes }) => scopes.length },
];

/** The API resources of a domain. */
export function ApisPage() {
  const { domain = '' } = useParams({ strict: false });
  const can = useCan();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['resources', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/resource', { params: { path: { domain } } })),
  });
  const isEmpty = data?.data.length === 0;
  const create = can('resource:write') && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/d/$domain/apis/new', params: { domain } })}
      data-primary-action
    >
      {i18n.t('Create API')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('APIs')}
        facts={data && i18n.t('{count, plural, one {# API} other {# APIs}}', { count: data.data.length })}
        actions={!isEmpty && create}
      />
      {error && !data && (
        <Columns>
          <LoadFailed what={i18n.t('The list of APIs')} error={error} onRetry={() => void refetch()} />
        </Columns>
      )}
      {isEmpty && (
        <Columns>
          <Notice icon={IconApi} title={i18n.t('Say what a token may do')}>
            <p>
              {i18n.t('An API has an audience and scopes. Clients and roles are granted its scopes, and a token for it carries no others.')}
            </p>
            {create}
            <RequestExample
              method="PUT"
              path="/resource/orders"
              body={{
                audience: 'https://orders.example.com',
                name: 'Orders',
                scopes: [{ scope: 'orders:read', description: 'Read orders' }],
              }}
            />
          </Notice>
        </Columns>
      )}
      {!isEmpty && !(error && !data) && (
        <List
          label={i18n.t('APIs')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ resourceId }) => resourceId}
          renderLink={({ resourceId }, content, className) => (
            <Link to="/d/$domain/apis/$resourceId" params={{ domain, resourceId }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  );
}
