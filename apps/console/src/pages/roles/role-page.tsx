import { i18n } from '@lingui/core';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { translate } from '../../ui/translate.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { ScopeMatrix } from './scope-matrix.js';

type Role = components['schemas']['RoleResponse'];
type RoleValues = { description: string; permissions: Record<string, string[]> };

const LABELS = { description: message('Description'), permissions: message('Scopes') };

const toValues = ({ description, permissions }: Role): RoleValues => ({
  description: description ?? '',
  permissions: Object.fromEntries(permissions.map(({ resource, scopes }) => [resource, scopes])),
});

const toBody = ({ description, permissions }: RoleValues) => ({
  description: description || null,
  permissions: Object.entries(permissions).flatMap(([resource, scopes]) => (scopes.length > 0 ? [{ resource, scopes }] : [])),
});

/** One role, and the scopes that it permits. */
export function RolePage() {
  const { domain = '', role = '' } = useParams({ strict: false });
  const path = { domain, role };
  const read = () => answer(api.GET('/v1/domain/{domain}/role/{role}', { params: { path } }));
  const { data, error, refetch } = useQuery({ queryKey: ['roles', domain, role], queryFn: read });
  return (
    <>
      <PageHeader
        title={role}
        breadcrumbs={[
          <Link key="roles" to="/d/$domain/roles" params={{ domain }}>
            {i18n.t('Roles')}
          </Link>,
        ]}
        mark={<Mark name={role} size={44} />}
        facts={data?.data.description}
      />
      {data ? (
        <RoleForm key={role} read={data} refetch={read} domain={domain} role={role} />
      ) : (
        <Columns>
          {error ? (
            <LoadFailed what={i18n.t('The role')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={320} radius="lg" />
          )}
        </Columns>
      )}
    </>
  );
}

function RoleForm({
  read,
  refetch,
  domain,
  role,
}: {
  read: Answer<Role>;
  refetch: () => Promise<Answer<Role>>;
  domain: string;
  role: string;
}) {
  const readOnly = !useCan()('role:write');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const path = { domain, role };
  const form = useResourceForm({
    read,
    refetch,
    queryKey: ['roles', domain],
    toValues,
    toBody,
    path: `/v1/domain/${domain}/role/${role}`,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/role/{role}', { params: { path, header: etag ? { 'If-Match': etag } : {} }, body: toBody(values) }),
      ),
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/role/{role}', { params: { path } }));
    await queries.invalidateQueries({ queryKey: ['roles', domain] });
    await navigate({ to: '/d/$domain/roles', params: { domain } });
  };
  return (
    <Columns>
      <Panel title={i18n.t('About the role')}>
        <TextInput maw={560} label={i18n.t(LABELS.description)} readOnly={readOnly} {...form.form.getInputProps('description')} />
      </Panel>
      <ScopeMatrix
        domain={domain}
        readOnly={readOnly}
        value={form.form.values.permissions}
        onChange={(permissions) => form.form.setFieldValue('permissions', permissions)}
      />
      {!readOnly && (
        <DangerZone title={i18n.t('Delete {name}', { name: role })} name={role} onDelete={remove}>
          {i18n.t('Users and clients lose it, and what it permits, at their next token. This cannot be undone.')}
        </DangerZone>
      )}
      <SaveBar form={form} labels={translate(LABELS)} />
    </Columns>
  );
}
