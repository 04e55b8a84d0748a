import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { RequestExample } from '../../ui/request-example.js';
import { Time } from '../../ui/time.js';
import { PresetChoice } from './preset-choice.js';
import { ProviderMark } from './provider-mark.js';
import { ProviderStatus } from './provider-status.js';
import type { Provider } from './provider-values.js';

const COLUMNS: Column<Provider>[] = [
  {
    header: message('Identity provider'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, displayName, issuer, kind }) => (
      <>
        <ProviderMark issuer={issuer} kind={kind ?? null} />
        <span>
          <strong>
            <bdi>{displayName ?? name}</bdi>
          </strong>
          <small>{name}</small>
        </span>
      </>
    ),
  },
  { header: message('Status'), width: 'minmax(100px, 160px)', cell: ({ enabled }) => <ProviderStatus enabled={enabled ?? true} /> },
  { header: message('Issuer'), width: 'minmax(0, 3fr)', wideOnly: true, cell: ({ issuer }) => <code>{issuer}</code> },
  { header: message('Changed'), width: '120px', numeric: true, wideOnly: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];

/** The services at which the domain's users may sign in. */
export function ProvidersPage() {
  const can = useCan()('provider:write');
  const navigate = useNavigate();
  const { domain = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['providers', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/provider', { params: { path: { domain } } })),
  });
  const count = data?.data.length;
  const add = can && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/d/$domain/providers/$name', params: { domain, name: 'new' } })}
      data-primary-action
    >
      {i18n.t('Add identity provider')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Identity providers')}
        facts={count !== undefined && i18n.t('{count, plural, one {# provider} other {# providers}}', { count })}
        actions={count !== 0 && add}
      />
      {error && !data ? (
        <Columns>
          <LoadFailed what={i18n.t('The list of identity providers')} error={error} onRetry={() => void refetch()} />
        </Columns>
      ) : count === 0 ? (
        <Columns>
          <Notice icon={IconBuildingBank} title={i18n.t('Let people sign in where they have an account')}>
            <p>
              {i18n.t(
                'Connect an OpenID Connect or SAML provider, such as that of a company. Its people need no passkey here, and their first sign-in creates them.',
              )}
            </p>
            <RequestExample
              method="PUT"
              path="/provider/google"
              body={{ issuer: 'https://accounts.google.com', clientId: 'the-id-of-your-client', clientSecret: '$SECRET' }}
            />
          </Notice>
          {can && <PresetChoice domain={domain} />}
        </Columns>
      ) : (
        <List
          label={i18n.t('Identity providers')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ name }) => name}
          renderLink={({ name }, content, className) => (
            <Link to="/d/$domain/providers/$name" params={{ domain, name }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  );
}
