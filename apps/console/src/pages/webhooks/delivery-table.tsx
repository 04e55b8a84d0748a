import type { ReactNode } from 'react';
import type { components } from '@latchkey/api-client';
import { i18n } from '@lingui/core';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { message } from '../../messages/message.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Status, type Tone } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import classes from './webhooks.module.css';

/** What the deliveries of webhooks and of streams have in common. */
export type Delivery = Pick<
  components['schemas']['WebhookDeliveryResponse'],
  'id' | 'eventType' | 'status' | 'attempts' | 'lastAttemptAt' | 'responseStatus' | 'durationMs' | 'error'
>;

const STATUS_WORDS: Record<Delivery['status'], [Tone, string]> = {
  Delivered: ['success', message('Delivered')],
  Retrying: ['waiting', message('Retrying')],
  Failed: ['danger', message('Failed')],
};

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  /** The name of an event, which may lead to more. */
  showEvent: (delivery: Delivery) => ReactNode;
  /** What is copied of a delivery. */
  copyLabel: string;
  /** Null for someone who may not replay. */
  onReplay: ((deliveryId: string) => void) | null;
  isReplaying: boolean;
}

/** Deliveries with the answer of the receiver. */
export function DeliveryTable({ deliveries, showEvent, copyLabel, onReplay, isReplaying }: DeliveryTableProps) {
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
            <tr key={delivery.id}>
              <td>{showEvent(delivery)}</td>
              <td>
                <DeliveryStatus {...delivery} />
              </td>
              <td>
                <ReceiverAnswer {...delivery} />
              </td>
              <td data-wide>{delivery.lastAttemptAt ? <Time at={delivery.lastAttemptAt} /> : i18n.t('Not yet')}</td>
              <td>
                <CopyButton value={delivery.id} label={copyLabel} />
                {onReplay && delivery.status !== 'Retrying' && (
                  <ReplayButton event={delivery.eventType} disabled={isReplaying} onClick={() => onReplay(delivery.id)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ReplayButton({ event, disabled, onClick }: { event: string; disabled: boolean; onClick: () => void }) {
  return (
    <Tooltip label={i18n.t('Send it again')}>
      <ActionIcon variant="subtle" color="gray" aria-label={i18n.t('Send {event} again', { event })} disabled={disabled} onClick={onClick}>
        <IconReload size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Whether the receiver has an event. */
export function DeliveryStatus({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  const [tone, word] = STATUS_WORDS[status] ?? ['neutral', status];
  const detail = attempts > 1 ? i18n.t('{attempts, plural, one {# attempt} other {# attempts}}', { attempts }) : null;
  return (
    <Status tone={tone} detail={detail}>
      {i18n.t(word)}
    </Status>
  );
}

/** What the receiver answered to the last attempt, if it was a push, and what is wrong. */
export function ReceiverAnswer({ responseStatus, durationMs, error }: Pick<Delivery, 'responseStatus' | 'durationMs' | 'error'>) {
  if (responseStatus === null && durationMs === null && error === null) return <>–</>;
  return (
    <>
      {responseStatus !== null ? <code>{responseStatus}</code> : durationMs !== null && i18n.t('No answer')}
      {durationMs !== null && <> {i18n.t('in {milliseconds} ms', { milliseconds: durationMs })}</>}
      {error !== null && <small data-failed>{error}</small>}
    </>
  );
}
