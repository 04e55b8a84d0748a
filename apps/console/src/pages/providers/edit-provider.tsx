import { i18n } from '@lingui/core';
import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api, type Answer } from '../../api/api.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { FormSection, FORM_CLASS } from '../../ui/form-section.js';
import { Columns } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { showToast } from '../../ui/toasts.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { setViolations } from '../../ui/violations.js';
import { ConnectionTest } from './connection-test.js';
import { ConnectionFields, fieldLabels, PeopleFields } from './provider-fields.js';
import { providerPath, providerQuery, putProvider, type ProviderKey } from './provider-query.js';
import { toBody, toProviderField, toValues, type Provider, type ProviderValues } from './provider-values.js';
import { RegistrationPanel } from './registration-panel.js';
import { SamlFields } from './saml-fields.js';
import { SamlKeyPanel } from './saml-key-panel.js';
import classes from './providers.module.css';

/** Changes a provider, or deletes it. */
export function EditProvider({ providerKey, read }: { providerKey: ProviderKey; read: Answer<Provider> }) {
  const { domain, name } = providerKey;
  const queries = useQueryClient();
  const provider = read.data;
  const form = useResourceForm<Provider, ProviderValues>({
    read,
    queryKey: ['providers', domain],
    refetch: () => queries.fetchQuery({ ...providerQuery(domain, name), staleTime: 0 }),
    toValues,
    toBody,
    path: providerPath(domain, name),
    save: (values, etag) => putProvider(providerKey, toBody(values), { header: etag === null ? {} : { 'If-Match': etag } }),
    rename: toProviderField,
  });
  const { form: fields } = form;
  const { values } = fields;
  const body = toBody(values);
  const isSaml = values.kind === 'saml';
  return (
    <Columns
      aside={
        <>
          <RegistrationPanel uris={provider} isStored values={values} />
          <ConnectionTest
            kind={values.kind}
            subject={JSON.stringify(body)}
            test={() => putProvider(providerKey, body, { header: {}, query: { dryRun: 'true' } })}
            onFailure={(error) => setViolations(fields, error, toProviderField)}
          />
          {isSaml && <SamlKeyPanel providerKey={providerKey} read={read} />}
        </>
      }
    >
      <div className={FORM_CLASS}>
        <GeneralFields form={fields} name={name} />
        <FormSection title={i18n.t('Connection')}>
          {isSaml ? (
            <SamlFields form={fields} defaultEntityId="" expiries={provider.certificatesExpireAt ?? []} />
          ) : (
            <ConnectionFields form={fields} hasSecret={provider.hasClientSecret && values.issuer === provider.issuer} />
          )}
        </FormSection>
        <PeopleFields form={fields} />
        <SaveBar form={form} labels={fieldLabels(values.kind)} />
      </div>
      <DeleteProvider providerKey={providerKey} provider={provider} />
    </Columns>
  );
}

function GeneralFields({ form: fields, name }: { form: UseFormReturnType<ProviderValues>; name: string }) {
  return (
    <FormSection title={i18n.t('Provider')}>
      <Switch
        label={i18n.t('Enabled')}
        description={i18n.t('Off: nobody can sign in with it. Its users stay, and so do their sessions.')}
        {...fields.getInputProps('enabled', { type: 'checkbox' })}
      />
      <TextInput
        label={i18n.t('Name on the button')}
        description={i18n.t('People read “Continue with {name}”.', { name: fields.values.displayName || name })}
        maxLength={60}
        {...fields.getInputProps('displayName')}
      />
    </FormSection>
  );
}

function DeleteProvider({ providerKey, provider }: { providerKey: ProviderKey; provider: Provider }) {
  const { domain, name } = providerKey;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/provider/{name}', { params: { path: providerKey } }));
    showToast({ message: i18n.t('{name} deleted', { name: provider.displayName ?? name }) });
    await navigate({ to: '/d/$domain/providers', params: { domain } });
    await queries.invalidateQueries({ queryKey: ['providers', domain], exact: true });
    queries.removeQueries({ queryKey: ['providers', domain, name] });
  };
  return (
    <div className={classes['danger']}>
      <DangerZone title={i18n.t('Delete {name}', { name: provider.displayName ?? name })} name={name} onDelete={remove}>
        {i18n.t('Its users remain, but are signed out at once and cannot sign in any more. To pause it instead, turn “Enabled” off.')}
      </DangerZone>
    </div>
  );
}
