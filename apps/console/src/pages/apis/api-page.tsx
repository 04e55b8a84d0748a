import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { CopyButton } from '../../ui/copy-button.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { translate } from '../../ui/translate.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { AccessTester } from './access-tester.js';
import { ApiAccess } from './api-access.js';
import { API_LABELS, ApiFields, ApiTokenFields, toApiBody, toApiValues, type Resource } from './api-fields.js';

/** One API resource: its scopes, who has access, and what a client would get. */
export function ApiPage() {
  const { domain = '', resourceId = '', tab = 'overview' } = useParams({ strict: false });
  const path = { domain, resourceId };
  const read = () => answer(api.GET('/v1/domain/{domain}/resource/{resourceId}', { params: { path } }));
  const { data, error, refetch } = useQuery({ queryKey: ['resources', domain, resourceId], queryFn: read });
  if (error && !data) {
    return (
      <Columns>
        <LoadFailed what={i18n.t('The API')} error={error} onRetry={() => void refetch()} />
      </Columns>
    );
  }
  return (
    <>
      <PageHeader
        title={data?.data.name ?? resourceId}
        breadcrumbs={[
          <Link key="apis" to="/d/$domain/apis" params={{ domain }}>
            {i18n.t('APIs')}
          </Link>,
        ]}
        mark={<Mark name={data?.data.name ?? resourceId} size={44} />}
        facts={
          data && (
            <>
              <code>{data.data.audience}</code>
              <CopyButton value={data.data.audience} label={i18n.t('Copy the audience')} />
            </>
          )
        }
        tabs={
          <TabLinks label={i18n.t('Parts of the API')}>
            <Link to="/d/$domain/apis/$resourceId" params={path} {...TAB_LINK}>
              {i18n.t('Scopes')}
            </Link>
            <Link to="/d/$domain/apis/$resourceId/$tab" params={{ ...path, tab: 'access' }} {...TAB_LINK}>
              {i18n.t('Access')}
            </Link>
            <Link to="/d/$domain/apis/$resourceId/$tab" params={{ ...path, tab: 'settings' }} {...TAB_LINK}>
              {i18n.t('Settings')}
            </Link>
          </TabLinks>
        }
      />
      {!data && (
        <Columns>
          <Skeleton height={320} radius="lg" />
        </Columns>
      )}
      {data && tab === 'access' && (
        <Columns aside={<AccessTester domain={domain} resourceId={resourceId} api={data.data} />}>
          <ApiAccess domain={domain} resourceId={resourceId} />
        </Columns>
      )}
      {data && tab !== 'access' && (
        <ApiForm key={resourceId} read={data} refetch={read} tab={tab} domain={domain} resourceId={resourceId} />
      )}
    </>
  );
}

interface ApiFormProps {
  read: Answer<Resource>;
  refetch: () => Promise<Answer<Resource>>;
  tab: string;
  domain: string;
  resourceId: string;
}

function ApiForm({ read, refetch, tab, domain, resourceId }: ApiFormProps) {
  const readOnly = !useCan()('resource:write');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { domain, resourceId };
  const form = useResourceForm({
    read,
    refetch,
    queryKey: ['resources', domain],
    toValues: toApiValues,
    toBody: toApiBody,
    path: `/v1/domain/${domain}/resource/${resourceId}`,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/resource/{resourceId}', {
          params: { path, header: etag ? { 'If-Match': etag } : {} },
          body: toApiBody(values),
        }),
      ),
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/resource/{resourceId}', { params: { path } }));
    await queries.invalidateQueries({ queryKey: ['resources', domain] });
    await navigate({ to: '/d/$domain/apis', params: { domain } });
  };
  return (
    <Columns>
      {tab === 'settings' ? (
        <>
          <Panel title={i18n.t('Tokens')}>
            <ApiTokenFields form={form.form} readOnly={readOnly} />
          </Panel>
          {!readOnly && (
            <DangerZone title={i18n.t('Delete {name}', { name: read.data.name })} name={resourceId} onDelete={remove}>
              {i18n.t('Grants of clients at it are deleted with it, and clients get no more tokens for it. This cannot be undone.')}
            </DangerZone>
          )}
        </>
      ) : (
        <Panel title={i18n.t('The API and its scopes')}>
          <ApiFields form={form.form} readOnly={readOnly} />
        </Panel>
      )}
      <SaveBar form={form} labels={translate(API_LABELS)} />
    </Columns>
  );
}
