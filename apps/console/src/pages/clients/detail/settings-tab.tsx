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
import type { TabProps } from '../client-page.js';
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

function SignInForm({ path, read }: TabProps) {
  const can = useCan();
  const providers = useQuery({ ...domainQueries(path.domain).providers, enabled: can('provider:read') });
  const form = useClientForm({
    path,
    read,
    toValues: (client) => ({
      redirectUris: client.redirectUris ?? [],
      postSignOutRedirectUris: client.postSignOutRedirectUris ?? [],
      allowedOrigins: client.allowedOrigins ?? [],
      policies: (client.policies ?? []).toSorted(),
      allowLocalLogin: client.allowLocalLogin ?? true,
      providers: (client.providers ?? []).toSorted(),
    }),
    toBody: (values) => ({
      redirectUris: orNull(withoutBlank(values.redirectUris)),
      postSignOutRedirectUris: orNull(withoutBlank(values.postSignOutRedirectUris)),
      allowedOrigins: orNull(withoutBlank(values.allowedOrigins)),
      policies: orNull(values.policies),
      allowLocalLogin: values.allowLocalLogin,
      providers: orNull(values.providers),
    }),
  });
  const labels = {
    redirectUris: i18n.t('Redirect addresses'),
    postSignOutRedirectUris: i18n.t('Addresses after sign-out'),
    allowedOrigins: i18n.t('Origins'),
    policies: i18n.t('Rules of sign-in'),
    allowLocalLogin: i18n.t('People of this domain may sign in'),
    providers: i18n.t('Identity providers'),
  };
  const values = form.form.getValues();
  const uriField = (field: 'redirectUris' | 'postSignOutRedirectUris' | 'allowedOrigins') => ({
    label: labels[field],
    name: field,
    value: values[field],
    onChange: (uris: string[]) => form.form.setFieldValue(field, uris as never),
    errors: form.form.errors,
  });
  return (
    <EditPanel title={i18n.t('Sign-in')} form={form} labels={labels} can={can('client:write')}>
      <UriList
        {...uriField('redirectUris')}
        description={i18n.t('Where people come back after sign-in. Compared exactly, except for the port on the loopback.')}
        placeholder="https://app.example.com/callback"
        addLabel={i18n.t('Add redirect address')}
      />
      <UriList
        {...uriField('postSignOutRedirectUris')}
        description={i18n.t('Where people come back after they sign out.')}
        placeholder="https://app.example.com/"
        addLabel={i18n.t('Add sign-out address')}
      />
      <UriList
        {...uriField('allowedOrigins')}
        description={i18n.t('Pages in browsers that may call the token endpoint.')}
        placeholder="https://app.example.com"
        addLabel={i18n.t('Add origin')}
      />
      <Checkbox.Group
        label={labels.policies}
        {...form.form.getInputProps('policies')}
        onChange={(chosen) => form.form.setFieldValue('policies', chosen.toSorted() as Policy[] as never)}
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
      {providers.data && providers.data.data.length > 0 && (
        <Checkbox.Group
          label={labels.providers}
          description={i18n.t('None chosen: all of the domain are offered.')}
          {...form.form.getInputProps('providers')}
          onChange={(chosen) => form.form.setFieldValue('providers', chosen.toSorted() as never)}
        >
          <Group gap="lg" mt="xs">
            {providers.data.data.map(({ name }) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </EditPanel>
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
