import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { CodeTabs } from '../../ui/code-tabs.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Columns, Panel } from '../../ui/panel.js';
import { DeliveryTable } from './delivery-table.js';
import { ReplayDialog } from './replay-dialog.js';
import { VERIFY_CODE } from './verify-code.js';
import { EventTypes, type Webhook } from './webhook-words.js';
import classes from './webhooks.module.css';

/** How often the list is read while the page is open. */
const REFRESH_MS = 5_000;

const STATUSES = [
  { value: 'all', label: message('All') },
  { value: 'Delivered', label: message('Delivered') },
  { value: 'Retrying', label: message('Retrying') },
  { value: 'Failed', label: message('Failed') },
] as const;

/** What was sent to a webhook, and how it answered. */
export function Deliveries({ domain, webhook }: { domain: string; webhook: Webhook }) {
  return (
    <Columns
      aside={
        <>
          <Panel title={i18n.t('What it gets')} flush>
            <Facts
              facts={[
                { label: i18n.t('Address'), value: webhook.url, copy: webhook.url },
                { label: i18n.t('Events'), value: <EventTypes types={webhook.eventTypes} /> },
                { label: i18n.t('Public key'), value: <code>{webhook.publicKey}</code>, copy: webhook.publicKey },
              ]}
            />
          </Panel>
          <CodeTabs title={i18n.t('Verify a delivery')} codes={VERIFY_CODE} />
        </>
      }
    >
      {webhook.disabledReason && (
        <div className={classes['reason']} role="note">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          <p>
            {i18n.t('The service disabled this webhook: {reason}', { reason: webhook.disabledReason })}{' '}
            {i18n.t('Events since then are not sent later; the log has them. Enable it when the receiver works again.')}
          </p>
        </div>
      )}
      <DeliveryPanel domain={domain} webhook={webhook} />
    </Columns>
  );
}

function DeliveryPanel({ domain, webhook: { id: webhookId, enabled } }: { domain: string; webhook: Webhook }) {
  const can = useCan()('webhook:write');
  const [isReplaying, setReplaying] = useState(false);
  const { status } = useSearch({ from: '/d/$domain/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/d/$domain/webhooks/$webhookId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', domain, webhookId, 'delivery', status],
    queryFn: () =>
      answer(
        api.GET('/v1/domain/{domain}/webhook/{webhookId}/delivery', {
          params: { path: { domain, webhookId }, query: status ? { status } : {} },
        }),
      ),
    refetchInterval: REFRESH_MS,
  });
  const choose = (value: string) => {
    const chosen = STATUSES.find((each) => each.value === value)?.value;
    void navigate({ search: chosen && chosen !== 'all' ? { status: chosen } : {}, replace: true });
  };
  return (
    <Panel
      title={i18n.t('Deliveries')}
      description={i18n.t('The last 100, newest first. Each is tried for three days.')}
      flush
      action={
        can && (
          <Button
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
            disabled={!enabled}
            onClick={() => setReplaying(true)}
          >
            {i18n.t('Replay a period')}
          </Button>
        )
      }
    >
      <SegmentedControl
        m="sm"
        aria-label={i18n.t('Status')}
        value={status ?? 'all'}
        onChange={choose}
        data={STATUSES.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
      />
      {error && !data && <LoadFailed what={i18n.t('The list of deliveries')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} m="md" />}
      {data?.data.length === 0 && <NoDeliveries status={status} onClear={() => choose('all')} />}
      {data && data.data.length > 0 && (
        <DeliveryTable domain={domain} webhookId={webhookId} deliveries={data.data} canReplay={can && enabled} />
      )}
      {isReplaying && <ReplayDialog domain={domain} webhookId={webhookId} onClose={() => setReplaying(false)} />}
    </Panel>
  );
}

function NoDeliveries({ status, onClear }: { status: string | undefined; onClear: () => void }) {
  return (
    <div style={{ padding: '0 16px' }}>
      {status ? (
        <Notice icon={IconInbox} title={i18n.t('No delivery has the status {status}', { status })}>
          <Button variant="default" onClick={onClear}>
            {i18n.t('Clear filter')}
          </Button>
        </Notice>
      ) : (
        <Notice icon={IconInbox} title={i18n.t('Nothing was sent yet')}>
          <p>{i18n.t('Send a test event, or wait for something to happen in the domain.')}</p>
        </Notice>
      )}
    </div>
  );
}
