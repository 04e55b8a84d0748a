import { i18n } from '@lingui/core';
import { Anchor, Checkbox, Group, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { message } from '../../../messages/message.js';
import { DangerZone } from '../../../ui/danger-zone.js';
import { Columns } from '../../../ui/panel.js';
import { showToast } from '../../../ui/toasts.js';
import type { ResourceForm } from '../../../ui/use-resource-form.js';
import type { Client } from '../client-kind.js';
import type { TabProps } from './tab-props.js';
import { clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { UriList, withoutBlank } from '../uri-list.js';
import { BackchannelLogoutForm } from './backchannel-logout-form.js';
import { ClientCode } from './client-code.js';
import { useActive } from './use-active.js';
import { useClientForm } from './use-client-form.js';

const POLICIES = [
  ['mfa', message('Two factors'), message('A passkey, or two other factors')],
  ['phishing-resistant', message('Phishing-resistant'), message('A passkey alone')],
  ['consent', message('Consent'), message('People allow the access at each request')],
  ['reauthenticate', message('Sign in again'), message('A session that stands already is not enough')],
] as const;
type Policy = (typeof POLICIES)[number][0];

/** Addresses and rules of sign-in, the end of sessions, and the danger zone. */
export function SettingsTab({ path, read }: TabProps) {
  const can = useCan();
  const hasPeople = read.data.grantType === 'AuthorizationCode';
  return (
    <Columns aside={<ClientCode path={path} client={read.data} />}>
      {hasPeople && <SignInForm path={path} read={read} />}
      {hasPeople && <BackchannelLogoutForm path={path} />}
      {can('client:write') && <DeleteClient path={path} />}
    </Columns>
  );
}

const orNull = <T extends string>(items: T[]) => (items.length > 0 ? items : null);

type SignInValues = {
  redirectUris: string[];
  postSignOutRedirectUris: string[];
  allowedOrigins: string[];
  policies: Policy[];
  allowLocalLogin: boolean;
  providers: string[];
};

const toValues = (client: Client): SignInValues => ({
  redirectUris: client.redirectUris ?? [],
  postSignOutRedirectUris: client.postSignOutRedirectUris ?? [],
  allowedOrigins: client.allowedOrigins ?? [],
  policies: (client.policies ?? []).toSorted(),
  allowLocalLogin: client.allowLocalLogin ?? true,
  providers: (client.providers ?? []).toSorted(),
});

const toBody = (values: SignInValues) => ({
  redirectUris: orNull(withoutBlank(values.redirectUris)),
  postSignOutRedirectUris: orNull(withoutBlank(values.postSignOutRedirectUris)),
  allowedOrigins: orNull(withoutBlank(values.allowedOrigins)),
  policies: orNull(values.policies),
  allowLocalLogin: values.allowLocalLogin ? null : false,
  providers: orNull(values.providers),
});

function SignInForm({ path, read }: TabProps) {
  const can = useCan();
  const form = useClientForm({ path, read, toValues, toBody });
  const labels = {
    redirectUris: i18n.t('Redirect addresses'),
    postSignOutRedirectUris: i18n.t('Addresses after sign-out'),
    allowedOrigins: i18n.t('Origins'),
    policies: i18n.t('Rules of sign-in'),
    allowLocalLogin: i18n.t('People of this domain may sign in'),
    providers: i18n.t('Identity providers'),
  };
  return (
    <EditPanel title={i18n.t('Sign-in')} form={form} labels={labels} can={can('client:write')}>
      <AddressFields form={form} labels={labels} />
      <Checkbox.Group
        label={labels.policies}
        {...form.form.getInputProps('policies')}
        onChange={(chosen) => form.form.setFieldValue('policies', chosen.toSorted() as Policy[])}
      >
        {POLICIES.map(([policy, label, description]) => (
          <Checkbox key={policy} value={policy} label={i18n.t(label)} description={i18n.t(description)} mt="xs" />
        ))}
      </Checkbox.Group>
      <Switch
        label={labels.allowLocalLogin}
        description={i18n.t('By passkey, authenticator app or link, without an identity provider.')}
        {...form.form.getInputProps('allowLocalLogin', { type: 'checkbox' })}
      />
      <ProviderField form={form} domain={path.domain} label={labels.providers} />
    </EditPanel>
  );
}

interface FieldsProps {
  form: ResourceForm<SignInValues>;
  labels: Record<'redirectUris' | 'postSignOutRedirectUris' | 'allowedOrigins', string>;
}

function AddressFields({ form, labels }: FieldsProps) {
  const values = form.form.getValues();
  const listOf = (field: keyof typeof labels) => ({
    label: labels[field],
    name: field,
    value: values[field],
    onChange: (uris: string[]) => form.form.setFieldValue(field, uris),
    errors: form.form.errors,
  });
  return (
    <>
      <UriList
        {...listOf('redirectUris')}
        description={i18n.t('Where people come back after sign-in. Compared exactly, except for the port on the loopback.')}
        placeholder="https://app.example.com/callback"
        addLabel={i18n.t('Add redirect address')}
      />
      <UriList
        {...listOf('postSignOutRedirectUris')}
        description={i18n.t('Where people come back after they sign out.')}
        placeholder="https://app.example.com/"
        addLabel={i18n.t('Add sign-out address')}
      />
      <UriList
        {...listOf('allowedOrigins')}
        description={i18n.t('Pages in browsers that may call the token endpoint.')}
        placeholder="https://app.example.com"
        addLabel={i18n.t('Add origin')}
      />
    </>
  );
}

function ProviderField({ form, domain, label }: { form: ResourceForm<SignInValues>; domain: string; label: string }) {
  const can = useCan();
  const providers = useQuery({ ...domainQueries(domain).providers, enabled: can('provider:read') });
  if (!providers.data || providers.data.data.length === 0) return null;
  return (
    <Checkbox.Group
      label={label}
      description={i18n.t('None chosen: all of the domain are offered.')}
      {...form.form.getInputProps('providers')}
      onChange={(chosen) => form.form.setFieldValue('providers', chosen.toSorted())}
    >
      <Group gap="lg" mt="xs">
        {providers.data.data.map(({ name }) => (
          <Checkbox key={name} value={name} label={name} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function DeleteClient({ path }: { path: ClientPath }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { isActive, setActive } = useActive(path);
  const secrets = useQuery(clientQueries(path).secrets);
  const { clientId, domain } = path;
  const remove = async () => {
    await answer(api.DELETE('/v1/domain/{domain}/client/{clientId}', { params: { path } }));
    await navigate({ to: '/d/$domain/clients', params: { domain } });
    queries.removeQueries({ queryKey: clientQueries(path).all });
    await queries.invalidateQueries({ queryKey: ['clients', domain] });
    showToast({ message: i18n.t('{clientId} deleted', { clientId }) });
  };
  const count = secrets.data?.data.length ?? 0;
  return (
    <div id="delete">
      <DangerZone title={i18n.t('Delete {name}', { name: clientId })} name={clientId} onDelete={remove}>
        {i18n.t(
          'Its {count, plural, =0 {tokens} one {secret and all live tokens} other {# secrets and all live tokens}} stop within a second. This cannot be undone.',
          { count },
        )}{' '}
        {isActive && (
          <>
            {i18n.t('To pause it instead,')}{' '}
            <Anchor component="button" type="button" fw={550} onClick={() => setActive(false)}>
              {i18n.t('disable it')}
            </Anchor>
            {i18n.t('. Tokens that it has end then too.')}
          </>
        )}
      </DangerZone>
    </div>
  );
}
