import { i18n } from '@lingui/core';
import { Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './settings.module.css';

type Signing = components['schemas']['DomainSigningResponse'];
type SigningValues = Signing & Record<string, unknown>;

const ALGORITHMS = [
  { value: 'ES256', label: message('ES256: short signatures, the usual choice') },
  { value: 'RS256', label: message('RS256: every library has it') },
  { value: 'PS256', label: message('PS256: RSA for the FAPI profiles') },
  { value: 'EdDSA', label: message('EdDSA: Ed25519, fast and short') },
] as const;

/** The algorithms that sign the tokens of the domain. */
export function SigningForm({ domain }: { domain: string }) {
  const can = useCan()('domain:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['signing', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/signing', { params: { path: { domain } } })),
  });
  const labels = { idToken: i18n.t('ID tokens'), accessToken: i18n.t('Access tokens') };
  return (
    <Panel
      title={i18n.t('Signing algorithms')}
      description={i18n.t('A client may have its own. A new algorithm gets a key at once, and signs ten minutes later.')}
      flush={!can}
    >
      {error && !data && <LoadFailed what={i18n.t('The signing algorithms')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={130} />}
      {data && !can && (
        <Facts
          facts={[
            { label: labels.idToken, value: <code>{data.data.idToken}</code> },
            { label: labels.accessToken, value: <code>{data.data.accessToken}</code> },
          ]}
        />
      )}
      {data && can && (
        <Fields
          domain={domain}
          read={data}
          labels={labels}
          refetch={async () => (await refetch({ throwOnError: true })).data as Answer<Signing>}
        />
      )}
    </Panel>
  );
}

interface FieldsProps {
  domain: string;
  read: Answer<Signing>;
  labels: Record<'idToken' | 'accessToken', string>;
  refetch: () => Promise<Answer<Signing>>;
}

function Fields({ domain, read, labels, refetch }: FieldsProps) {
  const resource = useResourceForm<Signing, SigningValues>({
    read,
    queryKey: ['signing', domain],
    refetch,
    path: `/v1/domain/${domain}/signing`,
    toValues: (signing) => ({ ...signing }),
    toBody: (values) => values,
    save: (body, etag) =>
      answer(api.PUT('/v1/domain/{domain}/signing', { params: { path: { domain }, header: { 'If-Match': etag ?? '*' } }, body })),
  });
  const algorithms = ALGORITHMS.map(({ value, label }) => ({ value, label: i18n.t(label) }));
  return (
    <div className={classes['form']}>
      <Stack gap="md">
        <Select
          label={labels.idToken}
          description={i18n.t('And logout tokens. Read by the clients of the domain.')}
          data={algorithms}
          {...resource.form.getInputProps('idToken')}
        />
        <Select
          label={labels.accessToken}
          description={i18n.t('Read by your APIs.')}
          data={algorithms}
          {...resource.form.getInputProps('accessToken')}
        />
      </Stack>
      <SaveBar form={resource} labels={labels} />
    </div>
  );
}
