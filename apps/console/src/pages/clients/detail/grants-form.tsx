import { i18n } from '@lingui/core';
import { Input, Select, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { useResourceForm, type ResourceForm } from '../../../ui/use-resource-form.js';
import type { Client } from '../client-kind.js';
import { clientAddress, clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';
import { ScopeChoice, type Access } from '../scope-choice.js';

type Grants = components['schemas']['ClientGrantsResponse'];
type Mode = components['schemas']['TokenExchangeBody']['mode'];
/** Identity assertions are configured by the API alone; the form keeps them. */
type Assertions = Pick<Grants, 'jwtBearer' | 'idJag'>;
type Values = { clientCredentials: boolean; deviceCode: boolean; scim: boolean; mode: string; resources: Access; assertions: Assertions };

/** The grants that the client has beside its own. */
export function GrantsForm({ path, client }: { path: ClientPath; client: Client }) {
  const query = useQuery(clientQueries(path).grants);
  return (
    <Loaded query={query} what={i18n.t('The grants')}>
      {(read) => <GrantFields path={path} client={client} read={read} />}
    </Loaded>
  );
}

function useGrantsForm(path: ClientPath, read: Answer<Grants>) {
  const queries = useQueryClient();
  return useResourceForm<Grants, Values>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).grants, staleTime: 0 }),
    path: clientAddress(path, '/grants'),
    toValues: ({ clientCredentials, deviceCode, tokenExchange, scim = false, jwtBearer, idJag }) => ({
      clientCredentials,
      deviceCode,
      scim,
      mode: tokenExchange?.mode ?? '',
      resources: tokenExchange?.resources ?? {},
      assertions: { jwtBearer, idJag },
    }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/grants', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
    rename: (pointer) => (pointer.startsWith('/tokenExchange') ? 'resources' : pointer.slice(1)),
  });
}

function GrantFields({ path, client, read }: { path: ClientPath; client: Client; read: Answer<Grants> }) {
  const can = useCan();
  const form = useGrantsForm(path, read);
  const isConfidential = client.clientType === 'Confidential';
  return (
    <EditPanel
      title={i18n.t('Further grants')}
      form={form}
      labels={{
        clientCredentials: i18n.t('Client credentials'),
        deviceCode: i18n.t('Device code'),
        scim: i18n.t('Provisioning by SCIM'),
        mode: i18n.t('Token exchange'),
        resources: i18n.t('APIs of token exchange'),
      }}
      can={can('client:write')}
    >
      {isConfidential && client.grantType === 'AuthorizationCode' && (
        <Switch
          label={i18n.t('Client credentials')}
          description={i18n.t('It also gets tokens of its own, without a person.')}
          {...form.form.getInputProps('clientCredentials', { type: 'checkbox' })}
        />
      )}
      <Switch
        label={i18n.t('Device code')}
        description={i18n.t('People sign in on devices without a browser, by a code on their phone.')}
        {...form.form.getInputProps('deviceCode', { type: 'checkbox' })}
      />
      {isConfidential && (
        <Switch
          label={i18n.t('Provisioning by SCIM')}
          description={i18n.t('It creates, changes and deletes users and roles, with a token for the scope scim.')}
          {...form.form.getInputProps('scim', { type: 'checkbox' })}
        />
      )}
      {isConfidential && (
        <Select
          label={i18n.t('Token exchange')}
          description={i18n.t('It exchanges the tokens that it receives for tokens at other APIs, for the same person.')}
          data={[
            { value: '', label: i18n.t('Not allowed') },
            { value: 'Delegation', label: i18n.t('Delegation: the token names this client as the one that acts') },
            { value: 'Impersonation', label: i18n.t('Impersonation: the token does not name it') },
          ]}
          {...form.form.getInputProps('mode')}
        />
      )}
      <ExchangeField form={form} domain={path.domain} />
    </EditPanel>
  );
}

const toBody = (values: Values): components['schemas']['ClientGrantsRequest'] => ({
  clientCredentials: values.clientCredentials,
  deviceCode: values.deviceCode,
  scim: values.scim,
  tokenExchange: values.mode === '' ? null : { mode: values.mode as Mode, resources: values.resources as Record<string, never> },
  ...(values.assertions as object),
});

/** The APIs of token exchange, while it is allowed. */
function ExchangeField({ form, domain }: { form: ResourceForm<Values>; domain: string }) {
  const can = useCan();
  const resources = useQuery({ ...domainQueries(domain).resources, enabled: can('resource:read') });
  const { mode, resources: access } = form.form.getValues();
  if (mode === '') return null;
  return (
    <Input.Wrapper
      label={i18n.t('APIs of token exchange')}
      description={i18n.t('The most that it may get.')}
      labelElement="div"
      error={form.form.errors['resources']}
    >
      <ScopeChoice
        resources={resources.data?.data ?? []}
        value={access}
        onChange={(next) => form.form.setFieldValue('resources', next as never)}
      />
    </Input.Wrapper>
  );
}
