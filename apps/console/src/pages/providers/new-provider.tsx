import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { FormProblem } from '../../ui/form-problem.js';
import { FormSection, FORM_CLASS } from '../../ui/form-section.js';
import { Columns } from '../../ui/panel.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';
import { ConnectionTest } from './connection-test.js';
import { PresetFields } from './preset-fields.js';
import { startFrom, type Preset } from './presets.js';
import { ConnectionFields, fieldLabels, PeopleFields } from './provider-fields.js';
import { providerPath, putProvider } from './provider-query.js';
import { toBody, toProviderField, type ProviderValues } from './provider-values.js';
import { buildUris, RegistrationPanel } from './registration-panel.js';
import { SamlFields } from './saml-fields.js';
import classes from './providers.module.css';

/** Only a provider that does not exist yet is made. */
const NEW = { 'If-None-Match': '*' };

/** The address has the name, the body has the rest. */
type NewProviderValues = ProviderValues & { name: string };

type NewProviderForm = UseFormReturnType<NewProviderValues>;

/** Sends the new provider, or only has it checked. */
function useNewProvider(domain: string, form: NewProviderForm) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { name, ...values } = form.values;
  const uris = useUris(domain, form.values);
  // The default entity ID of a domain is the address of its metadata.
  const body = toBody({ ...values, clientId: values.clientId || (uris?.samlMetadataUri ?? '') });
  const put = (query: { dryRun?: 'true' }) => putProvider({ domain, name: name.trim() || '-' }, body, { header: NEW, query });
  const fail = (error: Error) => {
    if (error instanceof ApiProblem && error.status === 412)
      form.setErrors({ name: i18n.t('is taken: the domain has a provider of this name') });
    else setViolations(form, error, toProviderField);
  };
  const save = useMutation({
    mutationFn: () => put({}),
    onSuccess: async ({ data }) => {
      form.resetDirty();
      showToast({ message: i18n.t('{name} added', { name: data.displayName ?? data.name }) });
      await queries.invalidateQueries({ queryKey: ['providers', domain] });
      await navigate({ to: '/d/$domain/providers/$name', params: { domain, name: data.name }, ignoreBlocker: true });
    },
    onError: fail,
  });
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      form.isDirty() && current.pathname !== next.pathname && !window.confirm(i18n.t('Leave without saving? Your changes are lost.')),
    enableBeforeUnload: form.isDirty(),
  });
  useDraft({ method: 'PUT', path: providerPath(domain, name || 'NAME'), body });
  return { uris, body, save, fail, test: () => put({ dryRun: 'true' }) };
}

/** A form for a new provider, which the preset has filled as far as it can. */
export function NewProvider({ domain, preset }: { domain: string; preset: Preset }) {
  const [parts, setParts] = useState<Record<string, string>>({});
  const form = useForm<NewProviderValues>({ initialValues: { ...startFrom(preset), name: preset.name } });
  const { uris, body, save, fail, test } = useNewProvider(domain, form);
  const { kind } = form.values;
  const changePart = (part: string, text: string) => {
    const next = { ...parts, [part]: text };
    setParts(next);
    form.setFieldValue('issuer', preset.toIssuer(next));
  };
  return (
    <Columns
      aside={
        <>
          <RegistrationPanel uris={uris} isStored={false} values={{ ...form.values, clientId: body.clientId }} />
          <ConnectionTest kind={kind} subject={JSON.stringify(form.values)} test={test} onFailure={fail} />
        </>
      }
    >
      <form className={FORM_CLASS} onSubmit={form.onSubmit(() => save.mutate())} noValidate>
        <FormProblem error={save.error} fields={['name', ...Object.keys(fieldLabels(kind))]} />
        <NameFields form={form} preset={preset} />
        <FormSection title={i18n.t('Connection')}>
          <PresetFields preset={preset} form={form} parts={parts} onPart={changePart} />
          {kind === 'saml' ? (
            <SamlFields form={form} defaultEntityId={uris?.samlMetadataUri ?? ''} expiries={[]} />
          ) : (
            <ConnectionFields form={form} hasSecret={false} />
          )}
        </FormSection>
        <PeopleFields form={form} />
        <div className={classes['foot']} data-save-bar>
          <Button type="submit" disabled={save.isPending} miw={90}>
            {save.isPending ? i18n.t('Saving') : i18n.t('Save')}
          </Button>
        </div>
      </form>
    </Columns>
  );
}

/** The addresses of the new provider; null until it has a name. */
function useUris(domain: string, { name, kind }: NewProviderValues) {
  const details = useQuery({
    queryKey: ['domain', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}', { params: { path: { domain } } })),
  });
  const { authUrl } = details.data?.data ?? {};
  return authUrl && name ? buildUris(authUrl, name, kind) : null;
}

function NameFields({ form, preset }: { form: NewProviderForm; preset: Preset }) {
  const { name, displayName } = form.values;
  return (
    <FormSection title={i18n.t('Provider')} hint={preset.advice && i18n.t(preset.advice)}>
      <TextInput
        label={i18n.t('Name')}
        description={i18n.t('A part of the redirect URI: letters, digits and - . _ ~. It cannot be changed.')}
        required
        maxLength={64}
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={i18n.t('Name on the button')}
        description={i18n.t('People read “Continue with {name}”.', { name: displayName || name || '…' })}
        maxLength={60}
        {...form.getInputProps('displayName')}
      />
    </FormSection>
  );
}
