import { i18n } from '@lingui/core';
import { Link, useParams } from '@tanstack/react-router';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Mark } from '../../ui/mark.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { WebhooksTabs } from './webhooks-tabs.js';
import { NoStreams } from './no-streams.js';
import { deliveryOf, shortTypeOf, StreamStatus, type SignalStream } from './signal-words.js';
import { useStreams } from './stream-query.js';

const COLUMNS: Column<SignalStream>[] = [
  {
    header: message('Receiver'),
    width: 'minmax(0, 2fr)',
    cell: ({ clientId, description, endpoint }) => (
      <>
        <Mark name={clientId} />
        <span>
          <strong>
            <bdi>{clientId}</bdi>
          </strong>
          <small>
            <bdi>{description ?? endpoint ?? i18n.t('It polls')}</bdi>
          </small>
        </span>
      </>
    ),
  },
  { header: message('Delivery'), width: '90px', wideOnly: true, cell: deliveryOf },
  {
    header: message('Events'),
    width: 'minmax(0, 1fr)',
    wideOnly: true,
    cell: ({ eventsDelivered }) => (
      <span title={eventsDelivered.map(shortTypeOf).join(', ')}>
        {i18n.t('{count, plural, one {# type} other {# types}}', { count: eventsDelivered.length })}
      </span>
    ),
  },
  { header: message('Status'), width: 'minmax(110px, 1fr)', cell: (stream) => <StreamStatus stream={stream} isBrief /> },
  {
    header: message('Waiting'),
    width: '90px',
    numeric: true,
    wideOnly: true,
    cell: ({ pendingEvents }) => pendingEvents.toLocaleString(i18n.locale),
  },
];

/** The streams of security events that clients of a domain have created. */
export function SignalsPage() {
  const { domain } = useParams({ from: '/d/$domain/webhooks/signals' });
  const { data, error, refetch } = useStreams(domain);
  const count = data?.data.length;
  return (
    <>
      <PageHeader
        title={i18n.t('Shared Signals')}
        facts={count !== undefined && i18n.t('{count, plural, one {# stream} other {# streams}}', { count })}
        tabs={<WebhooksTabs domain={domain} />}
      />
      {error && !data ? (
        <Columns>
          <LoadFailed what={i18n.t('The list of streams')} error={error} onRetry={() => void refetch()} />
        </Columns>
      ) : count === 0 ? (
        <Columns>
          <NoStreams domain={domain} />
        </Columns>
      ) : (
        <List
          label={i18n.t('Shared Signals')}
          columns={COLUMNS}
          items={data?.data}
          keyOf={({ id }) => id}
          renderLink={({ id }, content, className) => (
            <Link to="/d/$domain/webhooks/signals/$streamId" params={{ domain, streamId: id }} className={className}>
              {content}
            </Link>
          )}
        />
      )}
    </>
  );
}
