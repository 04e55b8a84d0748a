import { i18n } from '@lingui/core';
import { Checkbox, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { Columns } from '../../../ui/panel.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';
import { ClientCode } from './client-code.js';
import type { TabProps } from './tab-props.js';

type Presentation = components['schemas']['ClientPresentationResponse'];
type Values = { [Property in Exclude<keyof Presentation, 'kind'>]: string } & { kind: boolean };

/** How people are told of the client. */
export function AppearanceTab({ path, read: { data: client } }: TabProps) {
  const query = useQuery(clientQueries(path).presentation);
  return (
    <Columns aside={<ClientCode path={path} client={client} />}>
      <Loaded query={query} what={i18n.t('The appearance')} height={420}>
        {(read) => <PresentationForm path={path} read={read} />}
      </Loaded>
    </Columns>
  );
}

function PresentationForm({ path, read }: { path: ClientPath; read: Answer<Presentation> }) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const form = useResourceForm<Presentation, Values>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).presentation, staleTime: 0 }),
    path: clientAddress(path, '/presentation'),
    toValues: ({ name, logoUri, clientUri, policyUri, tosUri, kind, owner, expiresAt }) => ({
      name: name ?? '',
      logoUri: logoUri ?? '',
      clientUri: clientUri ?? '',
      policyUri: policyUri ?? '',
      tosUri: tosUri ?? '',
      kind: kind === 'Agent',
      owner: owner ?? '',
      expiresAt: expiresAt ?? '',
    }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/presentation', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const labels = {
    name: i18n.t('Name'),
    logoUri: i18n.t('Logo'),
    clientUri: i18n.t('Home page'),
    policyUri: i18n.t('Privacy policy'),
    tosUri: i18n.t('Terms of service'),
    kind: i18n.t('This client is an agent'),
    owner: i18n.t('Owner'),
    expiresAt: i18n.t('Expires'),
  };
  const hints = {
    name: i18n.t('What people read at sign-in and consent. Without a name they read the client id.'),
    logoUri: i18n.t('A picture, shown at consent. Without one, the first letter of the name stands there.'),
    clientUri: i18n.t('Where people learn what the application is.'),
    policyUri: i18n.t('How the application uses the data of people.'),
    tosUri: i18n.t('What people agree to when they use the application.'),
    kind: i18n.t('Software that decides by itself what it does. Its tokens tell APIs so.'),
    owner: i18n.t('The sub of a user. The agent ends with them, and they can end it on their account page.'),
    expiresAt: i18n.t('A time such as 2030-01-31T00:00:00Z. Leave it empty for an agent without an end.'),
  };
  return (
    <EditPanel
      title={i18n.t('Appearance')}
      description={i18n.t('What people see of the application when they sign in and when it asks for access.')}
      form={form}
      labels={labels}
      can={can}
    >
      {(['name', 'logoUri', 'clientUri', 'policyUri', 'tosUri'] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          description={hints[field]}
          placeholder={field === 'name' ? path.clientId : 'https://'}
          {...form.form.getInputProps(field)}
        />
      ))}
      <Checkbox label={labels.kind} description={hints.kind} {...form.form.getInputProps('kind', { type: 'checkbox' })} />
      {form.form.values.kind &&
        (['owner', 'expiresAt'] as const).map((field) => (
          <TextInput key={field} label={labels[field]} description={hints[field]} {...form.form.getInputProps(field)} />
        ))}
    </EditPanel>
  );
}

const toBody = (values: Values): components['schemas']['ClientPresentationRequest'] => ({
  name: values.name || null,
  logoUri: values.logoUri || null,
  clientUri: values.clientUri || null,
  policyUri: values.policyUri || null,
  tosUri: values.tosUri || null,
  kind: values.kind ? 'Agent' : null,
  owner: (values.kind && values.owner) || null,
  expiresAt: (values.kind && values.expiresAt) || null,
});
