import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { describePart, ClientRegistrationForm } from './client-registration-form.js';
import { InitialAccessTokens } from './initial-access-tokens.js';

type Settings = components['schemas']['ClientRegistrationResponse'];

/** Which clients may come without an operator. */
export function ClientRegistrationTab({ domain }: { domain: string }) {
  const can = useCan()('client:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['client-registration', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/client-registration', { params: { path: { domain } } })),
  });
  if (!data) {
    if (error) return <LoadFailed what={i18n.t('The client registration')} error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={420} radius="lg" />;
  }
  return (
    <>
      {can ? (
        <ClientRegistrationForm
          domain={domain}
          read={data}
          refetch={async () => (await refetch({ throwOnError: true })).data as Answer<Settings>}
        />
      ) : (
        <Values settings={data.data} />
      )}
      <InitialAccessTokens domain={domain} canWrite={can} />
    </>
  );
}

/** What an operator sees who may not change it. */
function Values({ settings: { metadataDocuments, dynamicRegistration } }: { settings: Settings }) {
  const show = ({ enabled, resources }: Settings['metadataDocuments'] | Settings['dynamicRegistration']) => [
    { label: i18n.t('Status'), value: enabled ? i18n.t('Allowed') : i18n.t('Not allowed') },
    { label: i18n.t('APIs'), value: resources.join(', ') || i18n.t('None') },
  ];
  return (
    <>
      <Panel {...describePart('metadataDocuments')} flush>
        <Facts
          facts={[...show(metadataDocuments), { label: i18n.t('Hosts'), value: metadataDocuments.hosts?.join(', ') ?? i18n.t('Any') }]}
        />
      </Panel>
      <Panel {...describePart('dynamicRegistration')} flush>
        <Facts
          facts={[
            ...show(dynamicRegistration),
            {
              label: i18n.t('Initial access token'),
              value: dynamicRegistration.requireInitialAccessToken ? i18n.t('Required') : i18n.t('Not required'),
            },
          ]}
        />
      </Panel>
    </>
  );
}
