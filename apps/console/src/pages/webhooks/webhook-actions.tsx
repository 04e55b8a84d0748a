import { i18n } from '@lingui/core';
import { Button, Switch } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { showToast } from '../../ui/toasts.js';
import { toBody, type Webhook } from './webhook-words.js';

/** Sends a test event, and disables or enables the webhook, which can be undone. */
export function WebhookActions({ domain, read }: { domain: string; read: Answer<Webhook> }) {
  const can = useCan()('webhook:write');
  const queries = useQueryClient();
  const { id: webhookId, enabled } = read.data;
  const refresh = () => queries.invalidateQueries({ queryKey: ['webhooks', domain] });
  const onError = (error: Error) => showToast({ message: error.message });
  const test = useMutation({
    mutationFn: () => answer(api.POST('/v1/domain/{domain}/webhook/{webhookId}/test', { params: { path: { domain, webhookId } } })),
    onSuccess: async () => {
      showToast({ message: i18n.t('Test event is on its way') });
      await refresh();
    },
    onError,
  });
  const enable = useMutation({
    mutationFn: async ({ isEnabled, etag }: { isEnabled: boolean; etag: string | null }) => {
      const params = { path: { domain, webhookId }, header: { 'If-Match': etag ?? '*' } };
      await answer(api.PUT('/v1/domain/{domain}/webhook/{webhookId}', { params, body: { ...toBody(read.data), enabled: isEnabled } }));
      return isEnabled;
    },
    onSuccess: async (isEnabled) => {
      await refresh();
      showToast({
        message: isEnabled ? i18n.t('Webhook enabled') : i18n.t('Webhook disabled'),
        undo: () => enable.mutate({ isEnabled: !isEnabled, etag: null }),
      });
    },
    onError,
  });
  if (!can) return null;
  return (
    <>
      <Switch
        label={i18n.t('Enabled')}
        checked={enabled}
        disabled={enable.isPending}
        onChange={(event) => enable.mutate({ isEnabled: event.currentTarget.checked, etag: read.etag })}
      />
      <Button
        leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
        disabled={!enabled || test.isPending}
        onClick={() => test.mutate()}
        data-primary-action
      >
        {i18n.t('Send test event')}
      </Button>
    </>
  );
}
