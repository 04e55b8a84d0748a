import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { showToast } from '../../ui/toasts.js';
import type { SignalStream, StreamState } from './signal-words.js';
import { streamsKey } from './stream-query.js';

/** Pauses, resumes or enables a stream, which can be undone, and sends a verification event. */
export function StreamActions({ domain, stream }: { domain: string; stream: SignalStream }) {
  const can = useCan()('webhook:write');
  const queries = useQueryClient();
  const { id: streamId, clientId, status } = stream;
  const path = { domain, streamId };
  const refresh = () => queries.invalidateQueries({ queryKey: streamsKey(domain) });
  const onError = (error: Error) => showToast({ message: error.message });
  const set = useMutation({
    mutationFn: (next: StreamState) =>
      answer(api.PUT('/v1/domain/{domain}/signal-stream/{streamId}/status', { params: { path }, body: { status: next } })),
    onSuccess: async (_answer, next) => {
      await refresh();
      showToast({
        message:
          next === 'paused' ? i18n.t('Stream of {clientId} paused', { clientId }) : i18n.t('Stream of {clientId} enabled', { clientId }),
        // What a disabled stream has dropped does not come back, so enabling it is undone by a pause.
        undo: () => set.mutate(next === 'paused' ? 'enabled' : 'paused'),
      });
    },
    onError,
  });
  const verify = useMutation({
    mutationFn: () => answer(api.POST('/v1/domain/{domain}/signal-stream/{streamId}/verification', { params: { path } })),
    onSuccess: async () => {
      showToast({ message: i18n.t('Verification event is on its way') });
      await refresh();
    },
    onError,
  });
  if (!can) return null;
  const isPausable = status === 'enabled';
  return (
    <>
      <Button
        variant="default"
        leftSection={
          isPausable ? <IconPlayerPause size={16} stroke={1.6} aria-hidden /> : <IconPlayerPlay size={16} stroke={1.6} aria-hidden />
        }
        disabled={set.isPending}
        onClick={() => set.mutate(isPausable ? 'paused' : 'enabled')}
      >
        {isPausable ? i18n.t('Pause') : status === 'paused' ? i18n.t('Resume') : i18n.t('Enable')}
      </Button>
      <Button
        leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
        disabled={status === 'disabled' || verify.isPending}
        onClick={() => verify.mutate()}
        data-primary-action
      >
        {i18n.t('Verify')}
      </Button>
    </>
  );
}
