import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { EditProvider } from './edit-provider.js';
import { NewProvider } from './new-provider.js';
import { PresetChoice } from './preset-choice.js';
import { findPreset } from './presets.js';
import { ProviderMark } from './provider-mark.js';
import { ProviderStatus } from './provider-status.js';
import { providerQuery } from './provider-query.js';
import { toBody, toValues, type Provider } from './provider-values.js';
import { RegistrationPanel } from './registration-panel.js';

/** One provider, or with the name `new` the form for another one. */
export function ProviderPage() {
  const { domain = '', name = '' } = useParams({ strict: false });
  return name === 'new' ? <CreateProvider domain={domain} /> : <ExistingProvider key={name} domain={domain} name={name} />;
}

function BackToList({ domain }: { domain: string }) {
  return (
    <Link to="/d/$domain/providers" params={{ domain }}>
      {i18n.t('Identity providers')}
    </Link>
  );
}

function CreateProvider({ domain }: { domain: string }) {
  const can = useCan()('provider:write');
  const preset = findPreset(useSearch({ from: '/d/$domain/providers/$name' }).preset);
  const title = preset ? i18n.t('Add {preset}', { preset: preset.label }) : i18n.t('Add identity provider');
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[<BackToList key="list" domain={domain} />]}
        mark={preset && <ProviderMark issuer={preset.toIssuer({})} kind={preset.values.kind ?? null} size={44} />}
        facts={
          preset ? (
            <>
              {i18n.t(preset.hint)}
              <Link to="/d/$domain/providers/$name" params={{ domain, name: 'new' }}>
                {i18n.t('Choose another kind')}
              </Link>
            </>
          ) : (
            i18n.t('Where do people have their account?')
          )
        }
      />
      {can && preset && <NewProvider key={preset.id} domain={domain} preset={preset} />}
      {can && !preset && (
        <Columns>
          <PresetChoice domain={domain} />
        </Columns>
      )}
      {!can && (
        <Columns>
          <Notice icon={IconLock} title={i18n.t('You may not add identity providers')}>
            <p>{i18n.t('You may read identity providers. To change them, ask an owner for provider:write.')}</p>
          </Notice>
        </Columns>
      )}
    </>
  );
}

function ExistingProvider({ domain, name }: { domain: string; name: string }) {
  const can = useCan()('provider:write');
  const { data, error, refetch } = useQuery(providerQuery(domain, name));
  const provider = data?.data;
  return (
    <>
      <PageHeader
        title={provider?.displayName ?? name}
        breadcrumbs={[<BackToList key="list" domain={domain} />]}
        mark={
          provider ? <ProviderMark issuer={provider.issuer} kind={provider.kind ?? null} size={44} /> : <Skeleton height={44} width={44} />
        }
        facts={
          provider && (
            <>
              <ProviderStatus enabled={provider.enabled ?? true} />
              <code>{name}</code>
              <code>{provider.issuer}</code>
            </>
          )
        }
      />
      {error && !data && (
        <Columns>
          <LoadFailed what={i18n.t('The identity provider')} error={error} onRetry={() => void refetch()} />
        </Columns>
      )}
      {!error && !data && (
        <Columns>
          <Skeleton height={320} radius="lg" />
        </Columns>
      )}
      {data && can && <EditProvider providerKey={{ domain, name }} read={data} />}
      {provider && !can && <ReadOnlyProvider provider={provider} />}
    </>
  );
}

function ReadOnlyProvider({ provider }: { provider: Provider }) {
  const values = toValues(provider);
  const facts = Object.entries(toBody(values)).map(([label, value]) => ({
    label,
    value: typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>,
  }));
  return (
    <Columns aside={<RegistrationPanel uris={provider} isStored values={values} />}>
      <Panel
        title={i18n.t('Configuration')}
        description={i18n.t('You may read identity providers. To change them, ask an owner for provider:write.')}
        flush
      >
        <Facts facts={facts} />
      </Panel>
    </Columns>
  );
}
