import { i18n } from '@lingui/core';
import { Checkbox, Skeleton, Stack, Switch, Textarea } from '@mantine/core';
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

type Settings = components['schemas']['ClientRegistrationResponse'];
type Body = components['schemas']['ClientRegistrationRequest'];
/** Hosts stand one in each line. */
type Values = Record<'enabled' | 'hosts' | 'resources', unknown> & { enabled: boolean; hosts: string; resources: string[] };

const listHosts = (text: string): string[] | null => {
  const hosts = text.split(/\s+/).filter((host) => host !== '');
  return hosts.length === 0 ? null : hosts;
};

/** The form's field for a pointer of the API: an item's error stands at its list. */
const rename = (pointer: string): string => /^\/metadataDocuments\/(enabled|hosts|resources)/.exec(pointer)?.[1] ?? pointer;

/** Whether clients may come without an operator: those that a document at their client id describes. */
export function ClientRegistrationTab({ domain }: { domain: string }) {
  const can = useCan()('client:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['client-registration', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/client-registration', { params: { path: { domain } } })),
  });
  const documents = data?.data.metadataDocuments;
  return (
    <Panel
      title={i18n.t('Client ID metadata documents')}
      description={i18n.t(
        'An MCP client names itself by an https address and describes itself there. Nobody registers it; people are asked for consent each time.',
      )}
      flush={!can}
    >
      {error && !data && <LoadFailed what={i18n.t('The client registration')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} />}
      {documents && !can && (
        <Facts
          facts={[
            { label: i18n.t('Status'), value: documents.enabled ? i18n.t('Allowed') : i18n.t('Not allowed') },
            { label: i18n.t('Hosts'), value: documents.hosts?.join(', ') ?? i18n.t('Any') },
            { label: i18n.t('APIs'), value: documents.resources.join(', ') || i18n.t('None') },
          ]}
        />
      )}
      {data && can && (
        <Fields domain={domain} read={data} refetch={async () => (await refetch({ throwOnError: true })).data as Answer<Settings>} />
      )}
    </Panel>
  );
}

interface FieldsProps {
  domain: string;
  read: Answer<Settings>;
  refetch: () => Promise<Answer<Settings>>;
}

function Fields({ domain, read, refetch }: FieldsProps) {
  const path = { domain };
  const resources = useQuery({
    queryKey: ['domain', domain, 'resources'],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/resource', { params: { path } })),
  });
  const { dynamicRegistration } = read.data;
  const toBody = ({ enabled, hosts, resources: ids }: Values): Body => ({
    metadataDocuments: { enabled, hosts: listHosts(hosts), resources: ids },
    dynamicRegistration,
  });
  const resource = useResourceForm<Settings, Values>({
    read,
    queryKey: ['client-registration', domain],
    refetch,
    path: `/v1/domain/${domain}/client-registration`,
    toValues: ({ metadataDocuments: { enabled, hosts, resources: ids } }) => ({ enabled, hosts: hosts?.join('\n') ?? '', resources: ids }),
    toBody,
    rename,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client-registration', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const labels = { enabled: i18n.t('Allow such clients'), hosts: i18n.t('Hosts'), resources: i18n.t('APIs that they may ask for') };
  return (
    <div className={classes['form']}>
      <Stack gap="md">
        <Switch label={labels.enabled} {...resource.form.getInputProps('enabled', { type: 'checkbox' })} />
        <Textarea
          label={labels.hosts}
          description={i18n.t('One in each line. Leave it empty for any host.')}
          placeholder="claude.ai"
          autosize
          minRows={2}
          {...resource.form.getInputProps('hosts')}
        />
        <Checkbox.Group
          label={labels.resources}
          description={i18n.t('They may ask for all scopes of an API. People decide.')}
          {...resource.form.getInputProps('resources')}
        >
          <Stack gap="xs" mt="xs">
            {resources.data?.data.map(({ resourceId, name }) => (
              <Checkbox key={resourceId} value={resourceId} label={name} description={resourceId} />
            ))}
            {resources.data?.data.length === 0 && <p className={classes['hint']}>{i18n.t('The domain has no API yet.')}</p>}
          </Stack>
        </Checkbox.Group>
      </Stack>
      <SaveBar form={resource} labels={labels} />
    </div>
  );
}
