import { i18n } from '@lingui/core';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { message } from '../../../messages/message.js';
import { Columns } from '../../../ui/panel.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import type { Client } from '../client-kind.js';
import type { TabProps } from './tab-props.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';
import { UriList, withoutBlank } from '../uri-list.js';
import { ClientCode } from './client-code.js';
import { useClientForm } from './use-client-form.js';

type Signing = components['schemas']['ClientSigningResponse'];
type RefreshToken = components['schemas']['ClientRefreshTokenResponse'];

/** The lifetimes, audiences and signatures of the client's tokens. */
export function TokensTab({ path, read }: TabProps) {
  const signing = useQuery(clientQueries(path).signing);
  const refreshToken = useQuery(clientQueries(path).refreshToken);
  return (
    <Columns aside={<ClientCode path={path} client={read.data} />}>
      <TokenForm path={path} read={read} />
      <Loaded query={signing} what={i18n.t('The signing algorithms')}>
        {(document) => <SigningForm path={path} read={document} />}
      </Loaded>
      {read.data.grantType === 'AuthorizationCode' && (
        <Loaded query={refreshToken} what={i18n.t('The settings of refresh tokens')} height={120}>
          {(document) => <RefreshTokenForm path={path} read={document} />}
        </Loaded>
      )}
    </Columns>
  );
}

const seconds = (value: number | string) => (value === '' ? null : Number(value));
const HOUR = [3_600, message('1 hour')] as const;
/** The defaults in seconds and in words. */
const EXPIRIES = { accessTokenExpiry: HOUR, idTokenExpiry: HOUR, refreshTokenExpiry: [2_592_000, message('30 days')] } as const;

type TokenValues = {
  scope: string;
  audiences: string[];
  accessTokenExpiry: number | string;
  idTokenExpiry: number | string;
  refreshTokenExpiry: number | string;
};

const toValues = (client: Client): TokenValues => ({
  scope: client.scope,
  audiences: client.audiences ?? [],
  accessTokenExpiry: client.accessTokenExpiry ?? '',
  idTokenExpiry: client.idTokenExpiry ?? '',
  refreshTokenExpiry: client.refreshTokenExpiry ?? '',
});

const toTokenBody = ({ scope, audiences, ...expiries }: TokenValues) => ({
  scope,
  audiences: withoutBlank(audiences).length > 0 ? withoutBlank(audiences) : null,
  accessTokenExpiry: seconds(expiries.accessTokenExpiry),
  idTokenExpiry: seconds(expiries.idTokenExpiry),
  refreshTokenExpiry: seconds(expiries.refreshTokenExpiry),
});

function TokenForm({ path, read }: TabProps) {
  const can = useCan()('client:write');
  const form = useClientForm({
    path,
    read,
    toValues,
    toBody: toTokenBody,
  });
  const labels = {
    scope: i18n.t('Scope'),
    audiences: i18n.t('Audiences'),
    accessTokenExpiry: i18n.t('Access tokens live'),
    idTokenExpiry: i18n.t('ID tokens live'),
    refreshTokenExpiry: i18n.t('Refresh tokens live'),
  };
  const hasPeople = read.data.grantType === 'AuthorizationCode';
  const expiries = hasPeople ? (['accessTokenExpiry', 'idTokenExpiry', 'refreshTokenExpiry'] as const) : (['accessTokenExpiry'] as const);
  return (
    <EditPanel title={i18n.t('Tokens')} form={form} labels={labels} can={can}>
      <TextInput
        label={labels.scope}
        description={i18n.t('The most that it may ask for where it names no API.')}
        required
        maxLength={128}
        spellCheck={false}
        {...form.form.getInputProps('scope')}
      />
      <UriList
        label={labels.audiences}
        description={i18n.t(
          'The aud of tokens that name no API; the issuer if there is none. A client with the audience of an API is that API: it may introspect its tokens.',
        )}
        name="audiences"
        value={form.form.getValues().audiences}
        onChange={(uris) => form.form.setFieldValue('audiences', uris as never)}
        errors={form.form.errors}
        placeholder="https://orders.example.com"
        addLabel={i18n.t('Add audience')}
      />
      {expiries.map((field) => (
        <NumberInput
          key={field}
          label={labels[field]}
          description={i18n.t('Seconds. Leave it empty for {seconds}: {words}.', {
            seconds: EXPIRIES[field][0],
            words: i18n.t(EXPIRIES[field][1]),
          })}
          min={1}
          max={31_536_000}
          allowDecimal={false}
          placeholder={String(EXPIRIES[field][0])}
          w={260}
          {...form.form.getInputProps(field)}
        />
      ))}
    </EditPanel>
  );
}

function SigningForm({ path, read }: { path: ClientPath; read: Answer<Signing> }) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const toBody = ({ idToken, accessToken }: { idToken: string; accessToken: string }) =>
    ({ idToken: idToken || null, accessToken: accessToken || null }) as Signing;
  const form = useResourceForm<Signing, { accessToken: string; idToken: string }>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).signing, staleTime: 0 }),
    path: clientAddress(path, '/signing'),
    toValues: ({ idToken, accessToken }) => ({ accessToken: accessToken ?? '', idToken: idToken ?? '' }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/signing', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const labels = { accessToken: i18n.t('Access tokens'), idToken: i18n.t('ID tokens and logout tokens') };
  const data = [{ value: '', label: i18n.t('As the domain says') }, 'ES256', 'RS256', 'PS256', 'EdDSA'];
  return (
    <EditPanel title={i18n.t('Signing algorithms')} form={form} labels={labels} can={can}>
      <Select label={labels.accessToken} data={data} w={260} {...form.form.getInputProps('accessToken')} />
      <Select label={labels.idToken} data={data} w={260} {...form.form.getInputProps('idToken')} />
    </EditPanel>
  );
}

function RefreshTokenForm({ path, read }: { path: ClientPath; read: Answer<RefreshToken> }) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const form = useResourceForm<RefreshToken, { leewaySeconds: number | string }>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).refreshToken, staleTime: 0 }),
    path: clientAddress(path, '/refresh-token'),
    toValues: ({ leewaySeconds }) => ({ leewaySeconds }),
    toBody: (values) => ({ leewaySeconds: Number(values.leewaySeconds) }),
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/refresh-token', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: { leewaySeconds: Number(values.leewaySeconds) },
        }),
      ),
  });
  return (
    <EditPanel title={i18n.t('Rotation of refresh tokens')} form={form} labels={{ leewaySeconds: i18n.t('Leeway') }} can={can}>
      <NumberInput
        label={i18n.t('Leeway')}
        description={i18n.t('Seconds in which a used refresh token works again, for clients that lose an answer.')}
        min={0}
        allowDecimal={false}
        w={260}
        {...form.form.getInputProps('leewaySeconds')}
      />
    </EditPanel>
  );
}
