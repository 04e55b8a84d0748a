import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { CodeTabs } from '../../ui/code-tabs.js';
import { Facts } from '../../ui/facts.js';
import { Columns, Panel } from '../../ui/panel.js';
import { showToast } from '../../ui/toasts.js';
import { DeliveryList } from './delivery-list.js';
import { DeliveryTable } from './delivery-table.js';
import { ReplayDialog } from './replay-dialog.js';
import { VERIFY_CODE } from './verify-code.js';
import { EventTypes, type Webhook } from './webhook-words.js';
import classes from './webhooks.module.css';

/** How often the list is read while the page is open. */
const REFRESH_MS = 5_000;

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
  const queries = useQueryClient();
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
  const replay = useMutation({
    mutationFn: (deliveryId: string) =>
      answer(
        api.POST('/v1/domain/{domain}/webhook/{webhookId}/replay', {
          params: { path: { domain, webhookId } },
          body: { deliveryIds: [deliveryId] },
        }),
      ),
    onSuccess: async () => {
      showToast({ message: i18n.t('The event is sent again') });
      await queries.invalidateQueries({ queryKey: ['webhooks', domain, webhookId, 'delivery'] });
    },
    onError: (failure) => showToast({ message: failure.message }),
  });
  return (
    <>
      <DeliveryList
        description={i18n.t('The last 100, newest first. Each is tried for three days.')}
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
        status={status}
        onStatus={(chosen) => void navigate({ search: chosen ? { status: chosen } : {}, replace: true })}
        query={{ deliveries: data?.data, error, onRetry: () => void refetch() }}
        hint={i18n.t('Send a test event, or wait for something to happen in the domain.')}
      >
        <DeliveryTable
          deliveries={data?.data ?? []}
          showEvent={({ eventType }) => <code>{eventType}</code>}
          copyLabel={i18n.t('Copy the webhook-id')}
          onReplay={can && enabled ? (deliveryId) => replay.mutate(deliveryId) : null}
          isReplaying={replay.isPending}
        />
      </DeliveryList>
      {isReplaying && <ReplayDialog domain={domain} webhookId={webhookId} onClose={() => setReplaying(false)} />}
    </>
  );
}
