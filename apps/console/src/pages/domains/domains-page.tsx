import { lazy, Suspense } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { RequestExample } from '../../ui/request-example.js';
import { SearchField } from '../../ui/search-field.js';
import { Toolbar } from '../../ui/toolbar.js';
import { usePagedList } from '../../ui/use-paged-list.js';
import { DomainStatus } from '../../ui/domain-status.js';

const RegisterDomainDialog = lazy(() => import('./register-domain-dialog.js'));

interface ListedDomain {
  domain: string;
  name?: string | null;
  kind?: string;
  status?: string;
}

const COLUMNS: Column<ListedDomain>[] = [
  {
    header: message('Domain'),
    width: 'minmax(0, 2fr)',
    cell: ({ domain, name }) => (
      <>
        <Mark name={name ?? domain} />
        <span>
          <strong>
            <bdi>{name ?? domain.split('.')[0]}</bdi>
          </strong>
          <small>{domain}</small>
        </span>
      </>
    ),
  },
  { header: message('Status'), width: 'minmax(0, 1fr)', cell: ({ status }) => status && <DomainStatus status={status} /> },
  {
    header: message('Kind'),
    width: '140px',
    wideOnly: true,
    cell: ({ kind }) => (kind === 'sandbox' ? i18n.t('Sandbox') : i18n.t('Own name')),
  },
];

/** All domains of the subscription. */
export function DomainsPage() {
  const can = useCan();
  const navigate = useNavigate();
  const { search = '' } = useSearch({ from: '/domains' });
  const [isOpen, dialog] = useDisclosure(false);
  const { items, total, error, isStale, retry, readNext } = usePagedList<ListedDomain>(['domains', search], (page) =>
    answer(api.GET('/v1/domain', { params: { query: { ...page, ...(search && { search }) } } })),
  );
  const isEmpty = items?.length === 0;
  const register = can('domain:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open} data-primary-action>
      {i18n.t('Register domain')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Domains')}
        facts={total !== null && i18n.t('{total, plural, one {# domain} other {# domains}}', { total })}
        actions={!(isEmpty && !search) && register}
      />
      {!(isEmpty && !search) && (
        <Toolbar>
          <SearchField
            label={i18n.t('Search by host or name')}
            value={search}
            onSearch={(text) => void navigate({ to: '/domains', search: text ? { search: text } : {}, replace: true })}
          />
        </Toolbar>
      )}
      {error && !items ? (
        <Toolbar>
          <LoadFailed what={i18n.t('The list of domains')} error={error} onRetry={retry} />
        </Toolbar>
      ) : isEmpty ? (
        <Toolbar>
          {search ? (
            <Notice icon={IconWorld} title={i18n.t('No domain matches “{search}”', { search })}>
              <Button variant="default" onClick={() => void navigate({ to: '/domains', search: {} })}>
                {i18n.t('Clear search')}
              </Button>
            </Notice>
          ) : (
            <Notice icon={IconWorld} title={i18n.t('Register your first domain')}>
              <p>
                {i18n.t(
                  'A domain is a realm of its own: its name, its keys, its clients and its users. A sandbox domain works at once, without DNS.',
                )}
              </p>
              {register}
              <RequestExample method="POST" path="/v1/domain" />
            </Notice>
          )}
        </Toolbar>
      ) : (
        <List
          label={i18n.t('Domains')}
          columns={COLUMNS}
          items={items}
          keyOf={({ domain }) => domain}
          isStale={isStale}
          onEnd={readNext}
          renderLink={({ domain }, content, className) => (
            <Link to="/d/$domain" params={{ domain }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
      <Suspense>{isOpen && <RegisterDomainDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
