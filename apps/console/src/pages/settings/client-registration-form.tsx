import { i18n } from '@lingui/core';
import { Checkbox, Stack, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './settings.module.css';

type Settings = components['schemas']['ClientRegistrationResponse'];
type Body = components['schemas']['ClientRegistrationRequest'];
/** Hosts stand one in each line. */
interface Values extends Record<string, unknown> {
  documents: boolean;
  hosts: string;
  documentResources: string[];
  dynamic: boolean;
  requireToken: boolean;
  dynamicResources: string[];
}

/** The fields by their pointers in the API. */
const FIELDS: Record<string, keyof Values & string> = {
  '/metadataDocuments/enabled': 'documents',
  '/metadataDocuments/hosts': 'hosts',
  '/metadataDocuments/resources': 'documentResources',
  '/dynamicRegistration/enabled': 'dynamic',
  '/dynamicRegistration/requireInitialAccessToken': 'requireToken',
  '/dynamicRegistration/resources': 'dynamicResources',
};

/** The form's field for a pointer of the API: an item's error stands at its list. */
const rename = (pointer: string): string => FIELDS[pointer.split('/').slice(0, 3).join('/')] ?? pointer;

const listHosts = (text: string): string[] | null => {
  const hosts = text.split(/\s+/).filter((host) => host !== '');
  return hosts.length === 0 ? null : hosts;
};

/** What a part of the document is for. */
export function describePart(part: keyof Settings): { title: string; description: string } {
  return part === 'metadataDocuments'
    ? {
        title: i18n.t('Client ID metadata documents'),
        description: i18n.t(
          'An MCP client names itself by an https address and describes itself there. Nobody registers it; people are asked for consent each time.',
        ),
      }
    : {
        title: i18n.t('Dynamic registration'),
        description: i18n.t(
          'A client registers itself at the address in discovery, before its first sign-in (RFC 7591). Allow it only for clients that cannot use a metadata document.',
        ),
      };
}

interface FormProps {
  domain: string;
  read: Answer<Settings>;
  refetch: () => Promise<Answer<Settings>>;
}

/** The whole document: both ways are saved at once. */
export function ClientRegistrationForm({ domain, read, refetch }: FormProps) {
  const path = { domain };
  const toBody = ({ documents, hosts, documentResources, dynamic, requireToken, dynamicResources }: Values): Body => ({
    metadataDocuments: { enabled: documents, hosts: listHosts(hosts), resources: documentResources },
    dynamicRegistration: { enabled: dynamic, requireInitialAccessToken: requireToken, resources: dynamicResources },
  });
  const resource = useResourceForm<Settings, Values>({
    read,
    queryKey: ['client-registration', domain],
    refetch,
    path: `/v1/domain/${domain}/client-registration`,
    toValues: ({ metadataDocuments, dynamicRegistration }) => ({
      documents: metadataDocuments.enabled,
      hosts: metadataDocuments.hosts?.join('\n') ?? '',
      documentResources: metadataDocuments.resources,
      dynamic: dynamicRegistration.enabled,
      requireToken: dynamicRegistration.requireInitialAccessToken ?? false,
      dynamicResources: dynamicRegistration.resources,
    }),
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
  const labels = {
    documents: i18n.t('Allow such clients'),
    hosts: i18n.t('Hosts'),
    documentResources: i18n.t('APIs that they may ask for'),
    dynamic: i18n.t('Allow clients to register themselves'),
    requireToken: i18n.t('Require an initial access token'),
    dynamicResources: i18n.t('APIs that registered clients may ask for'),
  };
  const { getInputProps } = resource.form;
  return (
    <>
      <Panel {...describePart('metadataDocuments')}>
        <Stack gap="md" className={classes['form']}>
          <Switch label={labels.documents} {...getInputProps('documents', { type: 'checkbox' })} />
          <Textarea
            label={labels.hosts}
            description={i18n.t('One in each line. Leave it empty for any host.')}
            placeholder="claude.ai"
            autosize
            minRows={2}
            {...getInputProps('hosts')}
          />
          <ResourceChoice domain={domain} label={labels.documentResources} input={getInputProps('documentResources')} />
        </Stack>
      </Panel>
      <Panel {...describePart('dynamicRegistration')}>
        <Stack gap="md" className={classes['form']}>
          <Switch label={labels.dynamic} {...getInputProps('dynamic', { type: 'checkbox' })} />
          <Switch
            label={labels.requireToken}
            description={i18n.t('Without one anyone may register a client. The tokens stand below.')}
            {...getInputProps('requireToken', { type: 'checkbox' })}
          />
          <ResourceChoice domain={domain} label={labels.dynamicResources} input={getInputProps('dynamicResources')} />
        </Stack>
      </Panel>
      <SaveBar form={resource} labels={labels} />
    </>
  );
}

/** APIs to choose from. `input` is what the form gives the field. */
function ResourceChoice({ domain, label, input }: { domain: string; label: string; input: object }) {
  const resources = useQuery({
    queryKey: ['domain', domain, 'resources'],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/resource', { params: { path: { domain } } })),
  });
  return (
    <Checkbox.Group label={label} description={i18n.t('They may ask for all scopes of an API. People decide.')} {...input}>
      <Stack gap="xs" mt="xs">
        {resources.data?.data.map(({ resourceId, name }) => (
          <Checkbox key={resourceId} value={resourceId} label={name} description={resourceId} />
        ))}
        {resources.data?.data.length === 0 && <p className={classes['hint']}>{i18n.t('The domain has no API yet.')}</p>}
      </Stack>
    </Checkbox.Group>
  );
}
