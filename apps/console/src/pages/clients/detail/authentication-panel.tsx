import { i18n } from '@lingui/core';
import { Group, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { operations } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { Panel } from '../../../ui/panel.js';
import { SaveBar } from '../../../ui/save-bar.js';
import { useResourceForm, type ResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, type Authentication, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import { MethodRows } from './method-rows.js';
import { toEdited, type AuthenticationValues } from './methods.js';
import classes from './detail.module.css';

type AuthenticationBody = operations['replaceClientAuthentication']['requestBody']['content']['application/json'];

/** The ways in which the client may authenticate, and what its tokens are bound to. */
export function AuthenticationPanel({ path, isPublic }: { path: ClientPath; isPublic: boolean }) {
  const query = useQuery(clientQueries(path).authentication);
  return (
    <Loaded query={query} what={i18n.t('The methods of authentication')} height={240}>
      {(read) => <AuthenticationForm path={path} read={read} isPublic={isPublic} />}
    </Loaded>
  );
}

const toBody = ({ methods, senderConstraint, profile }: AuthenticationValues) =>
  ({ methods, senderConstraint: senderConstraint || null, profile: profile || null }) as unknown as AuthenticationBody;

function useAuthenticationForm(path: ClientPath, read: Answer<Authentication>) {
  const queries = useQueryClient();
  const { all, authentication } = clientQueries(path);
  return useResourceForm<Authentication, AuthenticationValues>({
    read,
    queryKey: all,
    refetch: () => queries.fetchQuery({ ...authentication, staleTime: 0 }),
    path: clientAddress(path, '/authentication'),
    toValues: ({ methods, senderConstraint, profile }) => ({
      methods: methods.map(toEdited),
      senderConstraint: senderConstraint ?? '',
      profile: profile ?? '',
    }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/authentication', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
}

interface AuthenticationFormProps {
  path: ClientPath;
  read: Answer<Authentication>;
  isPublic: boolean;
}

function AuthenticationForm({ path, read, isPublic }: AuthenticationFormProps) {
  const can = useCan()('client:write');
  const form = useAuthenticationForm(path, read);
  const labels = { methods: i18n.t('Methods'), senderConstraint: i18n.t('Tokens are bound to'), profile: i18n.t('Security profile') };
  return (
    <Panel title={isPublic ? i18n.t('Tokens and profile') : i18n.t('Ways to authenticate')} flush>
      {!isPublic && <MethodRows read={read.data} form={form} can={can} />}
      <form
        className={classes['bound']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {can ? (
          <BindingFields form={form} labels={labels} />
        ) : (
          <p>
            {labels.senderConstraint}: {read.data.senderConstraint ?? i18n.t('None')} · {labels.profile}:{' '}
            {read.data.profile ?? i18n.t('None')}
          </p>
        )}
        <SaveBar form={form} labels={labels} />
      </form>
    </Panel>
  );
}

interface BindingFieldsProps {
  form: ResourceForm<AuthenticationValues>;
  labels: { senderConstraint: string; profile: string };
}

function BindingFields({ form, labels }: BindingFieldsProps) {
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <Select
        label={labels.senderConstraint}
        data={[
          { value: '', label: i18n.t('The key that a request proves') },
          { value: 'DPoP', label: i18n.t('DPoP, always') },
          { value: 'MutualTLS', label: i18n.t('TLS certificate, always') },
        ]}
        {...form.form.getInputProps('senderConstraint')}
      />
      <Select
        label={labels.profile}
        data={[
          { value: '', label: i18n.t('None') },
          { value: 'FAPI2', label: 'FAPI 2.0' },
          { value: 'FAPI2MessageSigning', label: i18n.t('FAPI 2.0 with signed requests') },
        ]}
        {...form.form.getInputProps('profile')}
      />
    </Group>
  );
}
