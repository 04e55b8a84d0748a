import { i18n } from '@lingui/core';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Status, type Tone } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { showToast } from '../../ui/toasts.js';
import type { Delivery } from './webhook-words.js';
import classes from './webhooks.module.css';

const STATUS_WORDS: Record<Delivery['status'], [Tone, string]> = {
  Delivered: ['success', message('Delivered')],
  Retrying: ['waiting', message('Retrying')],
  Failed: ['danger', message('Failed')],
};

interface DeliveryTableProps {
  domain: string;
  webhookId: string;
  deliveries: readonly Delivery[];
  canReplay: boolean;
}

/** Deliveries with the answer of the receiver. */
export function DeliveryTable({ domain, webhookId, deliveries, canReplay }: DeliveryTableProps) {
  const queries = useQueryClient();
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
    onError: (error) => showToast({ message: error.message }),
  });
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('Event')}</th>
            <th scope="col">{i18n.t('Status')}</th>
            <th scope="col">{i18n.t('Answer')}</th>
            <th scope="col">{i18n.t('Last attempt')}</th>
            <th scope="col">
              <VisuallyHidden>{i18n.t('Actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              canReplay={canReplay}
              isReplaying={replay.isPending}
              onReplay={() => replay.mutate(delivery.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  canReplay: boolean;
  isReplaying: boolean;
  onReplay: () => void;
}

function DeliveryRow({ delivery, canReplay, isReplaying, onReplay }: DeliveryRowProps) {
  const { id, eventType, status, attempts, lastAttemptAt } = delivery;
  return (
    <tr>
      <td>
        <code>{eventType}</code>
      </td>
      <td>
        <DeliveryStatus status={status} attempts={attempts} />
      </td>
      <td>
        <ReceiverAnswer delivery={delivery} />
      </td>
      <td data-wide>{lastAttemptAt ? <Time at={lastAttemptAt} /> : i18n.t('Not yet')}</td>
      <td>
        <CopyButton value={id} label={i18n.t('Copy the webhook-id')} />
        {canReplay && status !== 'Retrying' && (
          <Tooltip label={i18n.t('Send it again')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={i18n.t('Send {event} again', { event: eventType })}
              disabled={isReplaying}
              onClick={onReplay}
            >
              <IconReload size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </td>
    </tr>
  );
}

function DeliveryStatus({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  const [tone, word] = STATUS_WORDS[status] ?? ['neutral', status];
  const detail = attempts > 1 ? i18n.t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }) : null;
  return (
    <Status tone={tone} detail={detail}>
      {i18n.t(word)}
    </Status>
  );
}

function ReceiverAnswer({ delivery: { responseStatus, durationMs, error } }: { delivery: Delivery }) {
  if (responseStatus === null && durationMs === null && error === null) return <>–</>;
  return (
    <>
      {responseStatus === null ? i18n.t('No answer') : <code>{responseStatus}</code>}
      {durationMs !== null && <> {i18n.t('in {milliseconds} ms', { milliseconds: durationMs })}</>}
      {error !== null && <small data-failed>{error}</small>}
    </>
  );
}
