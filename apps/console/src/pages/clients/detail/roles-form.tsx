import { i18n } from '@lingui/core';
import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';

/** The roles that the client itself has. */
export function RolesForm({ path }: { path: ClientPath }) {
  const query = useQuery(clientQueries(path).roles);
  return (
    <Loaded query={query} what={i18n.t('The roles of the client')}>
      {(read) => <RoleChoice path={path} read={read} />}
    </Loaded>
  );
}

function RoleChoice({ path, read }: { path: ClientPath; read: Answer<string[]> }) {
  const can = useCan();
  const queries = useQueryClient();
  const roles = useQuery({ ...domainQueries(path.domain).roles, enabled: can('role:read') });
  const form = useResourceForm<string[], { roles: string[] }>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).roles, staleTime: 0 }),
    path: clientAddress(path, '/role'),
    toValues: (held) => ({ roles: held.toSorted() }),
    toBody: (values) => values.roles,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/role', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: values.roles,
        }),
      ),
  });
  return (
    <EditPanel
      title={i18n.t('Roles')}
      description={i18n.t('Each adds the scopes of its permissions.')}
      form={form}
      labels={{ roles: i18n.t('Roles') }}
      can={can('client:write')}
    >
      {roles.data?.data.length === 0 && <p>{i18n.t('The domain has no roles yet.')}</p>}
      <Checkbox.Group
        aria-label={i18n.t('Roles')}
        {...form.form.getInputProps('roles')}
        onChange={(chosen) => form.form.setFieldValue('roles', chosen.toSorted())}
      >
        {roles.data?.data.map(({ role, description }) => (
          <Checkbox key={role} value={role} label={role} description={description} mb="sm" />
        ))}
      </Checkbox.Group>
    </EditPanel>
  );
}
