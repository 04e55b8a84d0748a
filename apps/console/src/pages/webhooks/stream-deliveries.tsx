import { i18n } from '@lingui/core';
import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Columns } from '../../ui/panel.js';
import { showToast } from '../../ui/toasts.js';
import { DeliveryList } from './delivery-list.js';
import { DeliveryTable } from './delivery-table.js';
import { shortTypeOf, type SignalStream } from './signal-words.js';
import { StreamDeliveryDialog } from './stream-delivery-dialog.js';
import { REFRESH_MS, streamsKey } from './stream-query.js';
import classes from './webhooks.module.css';

/** The length of a page of the API. */
const PAGE_LENGTH = 100;

/** What was sent to the receiver of a stream, and how it answered. */
export function StreamDeliveries({ domain, stream }: { domain: string; stream: SignalStream }) {
  return (
    <Columns>
      <Trouble stream={stream} />
      <DeliveryPanel domain={domain} stream={stream} />
    </Columns>
  );
}

function DeliveryPanel({ domain, stream: { id: streamId, status: streamStatus } }: { domain: string; stream: SignalStream }) {
  const can = useCan()('webhook:write') && streamStatus !== 'disabled';
  const queries = useQueryClient();
  const { status, delivery } = useSearch({ from: '/d/$domain/webhooks/signals/$streamId' });
  const navigate = useNavigate({ from: '/d/$domain/webhooks/signals/$streamId' });
  const queryKey = [...streamsKey(domain), streamId, 'delivery'];
  const path = { domain, streamId };
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...queryKey, status],
    queryFn: ({ pageParam: before }) =>
      answer(
        api.GET('/v1/domain/{domain}/signal-stream/{streamId}/delivery', {
          params: { path, query: { ...(status && { status }), ...(before !== null && { before }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data: page }) => (page.length === PAGE_LENGTH ? page.at(-1)?.id : undefined),
    refetchInterval: REFRESH_MS,
  });
  const replay = useMutation({
    mutationFn: (deliveryId: string) =>
      answer(
        api.POST('/v1/domain/{domain}/signal-stream/{streamId}/delivery/{deliveryId}/replay', {
          params: { path: { ...path, deliveryId } },
        }),
      ),
    onSuccess: async () => {
      showToast({ message: i18n.t('The event is sent again') });
      await queries.invalidateQueries({ queryKey: [...streamsKey(domain), streamId] });
    },
    onError: (failure) => showToast({ message: failure.message }),
  });
  const deliveries = data?.pages.flatMap((page) => page.data);
  const open = (id: string | null) => void navigate({ search: { ...(status && { status }), ...(id !== null && { delivery: id }) } });
  const replayOf = can ? (id: string) => replay.mutate(id) : null;
  return (
    <>
      <DeliveryList
        description={i18n.t('What waits, and what ended in the last 7 days, newest first.')}
        status={status}
        onStatus={(chosen) => void navigate({ search: chosen ? { status: chosen } : {}, replace: true })}
        query={{ deliveries, error, onRetry: () => void refetch() }}
        hint={i18n.t('Send a verification event, or wait for something to happen to a user.')}
      >
        <DeliveryTable
          deliveries={deliveries ?? []}
          showEvent={({ id, eventType }) => (
            <UnstyledButton className={classes['event']} title={eventType} onClick={() => open(id)}>
              {shortTypeOf(eventType)}
            </UnstyledButton>
          )}
          copyLabel={i18n.t('Copy the jti')}
          onReplay={replayOf}
          isReplaying={replay.isPending}
        />
        {hasNextPage && (
          <Button variant="default" m="md" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {i18n.t('Show older')}
          </Button>
        )}
      </DeliveryList>
      {delivery !== undefined && (
        <StreamDeliveryDialog path={{ ...path, deliveryId: delivery }} onReplay={replayOf} onClose={() => open(null)} />
      )}
    </>
  );
}

/** Why nothing arrives, if so. */
function Trouble({ stream: { status, reason, failures, failingSince } }: { stream: SignalStream }) {
  const isFailing = status === 'enabled' && failures > 0 && failingSince !== null;
  if (!isFailing && (status === 'enabled' || reason === null)) return null;
  return (
    <div className={classes['reason']} role="note">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <p>
        {isFailing
          ? i18n.t('The receiver does not accept events. They wait, and are sent again; after 7 days the stream is disabled.')
          : reason}
      </p>
    </div>
  );
}
