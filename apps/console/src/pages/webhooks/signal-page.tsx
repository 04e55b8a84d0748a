import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { CopyButton } from '../../ui/copy-button.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { StreamStatus } from './signal-words.js';
import { StreamActions } from './stream-actions.js';
import { StreamDeliveries } from './stream-deliveries.js';
import { useStream } from './stream-query.js';
import { StreamSettings } from './stream-settings.js';
import classes from './webhooks.module.css';

/** One stream of security events: how it fares, and what its receiver gets. */
export function SignalPage() {
  const { domain, streamId } = useParams({ from: '/d/$domain/webhooks/signals/$streamId' });
  const { tab = 'deliveries' } = useParams({ strict: false });
  const { data, error, refetch } = useStream(domain, streamId);
  const breadcrumbs = [
    <Link key="signals" to="/d/$domain/webhooks/signals" params={{ domain }}>
      {i18n.t('Shared Signals')}
    </Link>,
  ];
  if (!data) {
    return (
      <>
        <PageHeader title={i18n.t('Stream')} breadcrumbs={breadcrumbs} />
        <Columns>
          {error ? (
            <LoadFailed what={i18n.t('The stream')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={320} radius="lg" />
          )}
        </Columns>
      </>
    );
  }
  const stream = data.data;
  return (
    <>
      <PageHeader
        title={stream.clientId}
        breadcrumbs={breadcrumbs}
        mark={
          <span className={classes['mark']} aria-hidden>
            <IconBroadcast size={22} stroke={1.6} />
          </span>
        }
        facts={
          <>
            <StreamStatus stream={stream} isBrief />
            <span>
              <code>{stream.id}</code> <CopyButton value={stream.id} label={i18n.t('Copy the id')} />
            </span>
          </>
        }
        actions={<StreamActions domain={domain} stream={stream} />}
        tabs={<StreamTabs domain={domain} streamId={stream.id} />}
      />
      {tab === 'settings' ? <StreamSettings domain={domain} stream={stream} /> : <StreamDeliveries domain={domain} stream={stream} />}
    </>
  );
}

function StreamTabs({ domain, streamId }: { domain: string; streamId: string }) {
  return (
    <TabLinks label={i18n.t('Stream')}>
      <Link
        to="/d/$domain/webhooks/signals/$streamId"
        params={{ domain, streamId }}
        search={{}}
        {...TAB_LINK}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {i18n.t('Deliveries')}
      </Link>
      <Link to="/d/$domain/webhooks/signals/$streamId/$tab" params={{ domain, streamId, tab: 'settings' }} search={{}} {...TAB_LINK}>
        {i18n.t('Settings')}
      </Link>
    </TabLinks>
  );
}
