import { i18n } from '@lingui/core';
import { NumberInput, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { Columns } from '../../../ui/panel.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import type { TabProps } from './tab-props.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';
import { ClientCode } from './client-code.js';

type Quota = components['schemas']['ClientQuotaResponse'];
type Values = { tokensPerMinute: number | string; tokensPerDay: number | string; monitorOnly: boolean };

/** How many tokens the client may get. */
export function LimitsTab({ path, read: { data: client } }: TabProps) {
  const query = useQuery(clientQueries(path).quota);
  return (
    <Columns aside={<ClientCode path={path} client={client} />}>
      <Loaded query={query} what={i18n.t('The limits')} height={260}>
        {(read) => <QuotaForm path={path} read={read} />}
      </Loaded>
    </Columns>
  );
}

function QuotaForm({ path, read }: { path: ClientPath; read: Answer<Quota> }) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const form = useResourceForm<Quota, Values>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).quota, staleTime: 0 }),
    path: clientAddress(path, '/quota'),
    toValues: ({ tokensPerMinute, tokensPerDay, monitorOnly }) => ({
      tokensPerMinute: tokensPerMinute ?? '',
      tokensPerDay: tokensPerDay ?? '',
      monitorOnly,
    }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/quota', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const labels = {
    tokensPerMinute: i18n.t('Tokens per minute'),
    tokensPerDay: i18n.t('Tokens per day'),
    monitorOnly: i18n.t('Only watch'),
  };
  return (
    <EditPanel
      title={i18n.t('Limits')}
      description={i18n.t('Access tokens by any grant. A service that asks for a token per call is noticed here first.')}
      form={form}
      labels={labels}
      can={can}
    >
      {(['tokensPerMinute', 'tokensPerDay'] as const).map((field) => (
        <NumberInput
          key={field}
          label={labels[field]}
          description={field === 'tokensPerDay' ? i18n.t('Of UTC. Leave it empty for no limit.') : i18n.t('Leave it empty for no limit.')}
          min={1}
          allowDecimal={false}
          thousandSeparator
          placeholder={i18n.t('No limit')}
          w={260}
          {...form.form.getInputProps(field)}
        />
      ))}
      <Switch
        label={labels.monitorOnly}
        description={i18n.t('It gets tokens beyond the limits too, and the log says that they were exceeded.')}
        {...form.form.getInputProps('monitorOnly', { type: 'checkbox' })}
      />
    </EditPanel>
  );
}

const orNull = (value: number | string) => (value === '' ? null : Number(value));
const toBody = ({ tokensPerMinute, tokensPerDay, monitorOnly }: Values): components['schemas']['ClientQuotaRequest'] => ({
  tokensPerMinute: orNull(tokensPerMinute),
  tokensPerDay: orNull(tokensPerDay),
  monitorOnly,
});
