import { i18n } from '@lingui/core';
import { TextInput } from '@mantine/core';
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
type Values = { [Property in keyof Presentation]: string };

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
    toValues: ({ name, logoUri, clientUri, policyUri, tosUri }) => ({
      name: name ?? '',
      logoUri: logoUri ?? '',
      clientUri: clientUri ?? '',
      policyUri: policyUri ?? '',
      tosUri: tosUri ?? '',
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
  };
  const hints = {
    name: i18n.t('What people read at sign-in and consent. Without a name they read the client id.'),
    logoUri: i18n.t('A picture, shown at consent. Without one, the first letter of the name stands there.'),
    clientUri: i18n.t('Where people learn what the application is.'),
    policyUri: i18n.t('How the application uses the data of people.'),
    tosUri: i18n.t('What people agree to when they use the application.'),
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
    </EditPanel>
  );
}

const toBody = ({ name, logoUri, clientUri, policyUri, tosUri }: Values): components['schemas']['ClientPresentationRequest'] => ({
  name: name || null,
  logoUri: logoUri || null,
  clientUri: clientUri || null,
  policyUri: policyUri || null,
  tosUri: tosUri || null,
});
