import { i18n } from '@lingui/core';
import { NumberInput, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './settings.module.css';

type Retention = components['schemas']['LogRetentionResponse'];
/** A number, or incomplete input. */
type RetentionValues = Record<'days' | 'personalDays', number | string>;

const toNumbers = ({ days, personalDays }: RetentionValues): Retention => ({ days: Number(days), personalDays: Number(personalDays) });

/** How long the log keeps its entries, and the personal data in them. */
export function RetentionForm({ domain }: { domain: string }) {
  const can = useCan()('log:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['log-retention', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/log/retention', { params: { path: { domain } } })),
  });
  const labels = { days: i18n.t('Entries'), personalDays: i18n.t('Personal data') };
  return (
    <Panel
      title={i18n.t('Log retention')}
      description={i18n.t('What is removed or erased does not come back. Removed entries leave signed records.')}
      flush={!can}
    >
      {error && !data && <LoadFailed what={i18n.t('The log retention')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={130} />}
      {data && !can && (
        <Facts
          facts={[
            { label: labels.days, value: i18n.t('{days, plural, one {# day} other {# days}}', { days: data.data.days }) },
            { label: labels.personalDays, value: i18n.t('{days, plural, one {# day} other {# days}}', { days: data.data.personalDays }) },
          ]}
        />
      )}
      {data && can && (
        <Fields
          domain={domain}
          read={data}
          labels={labels}
          refetch={async () => (await refetch({ throwOnError: true })).data as Answer<Retention>}
        />
      )}
    </Panel>
  );
}

interface FieldsProps {
  domain: string;
  read: Answer<Retention>;
  labels: Record<'days' | 'personalDays', string>;
  refetch: () => Promise<Answer<Retention>>;
}

function Fields({ domain, read, labels, refetch }: FieldsProps) {
  const resource = useResourceForm<Retention, RetentionValues>({
    read,
    queryKey: ['log-retention', domain],
    refetch,
    path: `/v1/domain/${domain}/log/retention`,
    toValues: ({ days, personalDays }) => ({ days, personalDays }),
    toBody: toNumbers,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/log/retention', {
          params: { path: { domain }, header: { 'If-Match': etag ?? '*' } },
          body: toNumbers(values),
        }),
      ),
  });
  const suffix = ` ${i18n.t('days')}`;
  return (
    <div className={classes['form']}>
      <Stack gap="md">
        <NumberInput
          label={labels.days}
          description={i18n.t('30 to 3650. Older entries are hidden at once, and removed at the end of their month.')}
          suffix={suffix}
          allowDecimal={false}
          allowNegative={false}
          {...resource.form.getInputProps('days')}
        />
        <NumberInput
          label={labels.personalDays}
          description={i18n.t('At most as long as the entries. Then only a commitment to the data stays.')}
          suffix={suffix}
          allowDecimal={false}
          allowNegative={false}
          {...resource.form.getInputProps('personalDays')}
        />
      </Stack>
      <SaveBar form={resource} labels={labels} />
    </div>
  );
}
