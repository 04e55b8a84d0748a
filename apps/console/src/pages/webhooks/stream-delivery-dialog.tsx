import { i18n } from '@lingui/core';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { buildCurl } from '../../request-line/curl.js';
import { CommandExample } from '../../ui/command-example.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Time } from '../../ui/time.js';
import { DeliveryStatus, ReceiverAnswer } from './delivery-table.js';
import { shortTypeOf } from './signal-words.js';
import { REFRESH_MS, streamsKey } from './stream-query.js';
import classes from './webhooks.module.css';

type Details = components['schemas']['SignalDeliveryDetailsResponse'];

interface StreamDeliveryDialogProps {
  path: { domain: string; streamId: string; deliveryId: string };
  /** Null for someone who may not replay. */
  onReplay: ((deliveryId: string) => void) | null;
  onClose: () => void;
}

/** One delivery: what was sent, and what the receiver answered. */
export function StreamDeliveryDialog({ path, onReplay, onClose }: StreamDeliveryDialogProps) {
  const { domain, streamId, deliveryId } = path;
  const { data, error, refetch } = useQuery({
    queryKey: [...streamsKey(domain), streamId, 'delivery', 'of', deliveryId],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}', { params: { path } })),
    refetchInterval: REFRESH_MS,
  });
  const details = data?.data;
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      closeButtonProps={{ 'aria-label': i18n.t('Close') }}
      title={details ? shortTypeOf(details.eventType) : i18n.t('Delivery')}
    >
      {error && !details && <LoadFailed what={i18n.t('The delivery')} error={error} onRetry={() => void refetch()} />}
      {!details && !error && <Skeleton height={320} />}
      {details && <DeliveryFacts details={details} />}
      {details && onReplay && (
        <>
          <CommandExample
            label={i18n.t('Or by the API')}
            command={buildCurl(
              { method: 'POST', path: `/v1/domain/${domain}/signal-stream/${streamId}/delivery/${deliveryId}/replay` },
              location.origin,
            )}
          />
          <Group justify="flex-end" mt="lg">
            <Button
              leftSection={<IconReload size={16} stroke={1.6} aria-hidden />}
              disabled={details.claims === null}
              onClick={() => onReplay(deliveryId)}
            >
              {i18n.t('Send it again')}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function DeliveryFacts({ details }: { details: Details }) {
  const { id, createdAt, endedAt, lastAttemptAt, endpoint, claims, responseBody } = details;
  return (
    <div className={classes['details']}>
      <Facts
        facts={[
          { label: i18n.t('Status'), value: <DeliveryStatus {...details} /> },
          { label: 'jti', value: <code>{id}</code>, copy: id },
          ...(endpoint === null ? [] : [{ label: i18n.t('Sent to'), value: endpoint, copy: endpoint }]),
          { label: i18n.t('Event'), value: <Time at={createdAt} /> },
          { label: i18n.t('Last attempt'), value: lastAttemptAt === null ? i18n.t('Not yet') : <Time at={lastAttemptAt} /> },
          ...(endedAt === null ? [] : [{ label: i18n.t('Ended'), value: <Time at={endedAt} /> }]),
          { label: i18n.t('Answer'), value: <ReceiverAnswer {...details} /> },
        ]}
      />
      {responseBody !== null && <Text title={i18n.t('What the receiver answered')} text={responseBody} />}
      {claims === null ? (
        <p className={classes['hint']}>{i18n.t('The user was deleted, and with the user what this event said.')}</p>
      ) : (
        <Text title={i18n.t('Claims of the security event token')} text={JSON.stringify(claims, null, 2)} />
      )}
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
