import { i18n } from '@lingui/core';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { DomainStatus } from '../../ui/domain-status.js';
import { Checklist } from './checklist.js';
import { DnsSetup } from './dns-setup.js';
import { Health } from './health.js';
import { LastEvents } from './last-events.js';
import { UsageSummary } from './usage-summary.js';

const ENDPOINTS = [
  [message('Authorization'), '/connect/authorize'],
  [message('Token'), '/connect/token'],
  [message('Discovery'), '/.well-known/openid-configuration'],
  [message('Keys'), '/.well-known/jwks.json'],
] as const;

/** What one domain is, how it is used, and what is missing before it goes live. */
export function OverviewPage() {
  const { domain = '' } = useParams({ strict: false });
  const can = useCan();
  const { data, error, refetch } = useQuery({
    queryKey: ['domain', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}', { params: { path: { domain } } })),
    // While DNS is awaited, the page follows it.
    refetchInterval: ({ state }) => (state.data && state.data.data.status !== 'active' ? 10_000 : false),
  });
  const details = data?.data;
  if (error && !data) {
    return (
      <Columns>
        <LoadFailed what={domain} error={error} onRetry={() => void refetch()} />
      </Columns>
    );
  }
  return (
    <>
      <PageHeader
        title={domain}
        mark={<Mark name={domain} size={44} />}
        facts={
          details ? (
            <>
              <DomainStatus status={details.status} />
              <code>{details.issuer}</code>
              <CopyButton value={details.issuer} label={i18n.t('Copy the issuer')} />
            </>
          ) : (
            <Skeleton height={14} width={260} />
          )
        }
        actions={
          details && (
            <Button
              component="a"
              href={`${details.authUrl}/account`}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<IconExternalLink size={16} aria-hidden />}
            >
              {i18n.t('Open the account page')}
            </Button>
          )
        }
      />
      <Columns
        aside={
          <>
            <Checklist domain={domain} isActive={details?.status === 'active'} />
            {details && <Health details={details} />}
          </>
        }
      >
        {details && details.dnsRecords.length > 0 && details.status !== 'active' && <DnsSetup details={details} />}
        {can('usage:read') && <UsageSummary domain={domain} />}
        {can('log:read') && <LastEvents domain={domain} />}
        <Panel
          title={i18n.t('Endpoints')}
          flush
          action={
            details && (
              <Anchor href={`${details.issuer}/.well-known/openid-configuration`} target="_blank" rel="noreferrer" fw={550} size="sm">
                {i18n.t('Discovery document')}
              </Anchor>
            )
          }
        >
          {details ? (
            <Facts
              facts={[
                { label: i18n.t('Issuer'), value: <code>{details.issuer}</code>, copy: details.issuer },
                ...ENDPOINTS.map(([label, path]) => ({ label: i18n.t(label), value: <code>{path}</code>, copy: details.issuer + path })),
              ]}
            />
          ) : (
            <Skeleton height={180} />
          )}
        </Panel>
      </Columns>
    </>
  );
}
