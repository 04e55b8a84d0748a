import { i18n } from '@lingui/core';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';

const HOUR_MS = 3_600_000;

/** A time for `datetime-local`, in the operator's time zone. */
const toLocal = (time: number) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const toIso = (text: string) => (text === '' ? '' : new Date(text).toISOString());

/** Sends the events of a period again. */
export function ReplayDialog({ domain, webhookId, onClose }: { domain: string; webhookId: string; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { from: toLocal(Date.now() - HOUR_MS), to: toLocal(Date.now() + 60_000) } });
  const replay = useMutation({
    mutationFn: ({ from, to }: { from: string; to: string }) =>
      answer(
        api.POST('/v1/domain/{domain}/webhook/{webhookId}/replay', {
          params: { path: { domain, webhookId } },
          body: { from: toIso(from), to: toIso(to) },
        }),
      ),
    onSuccess: async () => {
      onClose();
      showToast({ message: i18n.t('The events of the period are sent again') });
      await queries.invalidateQueries({ queryKey: ['webhooks', domain, webhookId, 'delivery'] });
    },
    onError: (error) => setViolations(form, error),
  });
  const { from, to } = form.values;
  useDraft({ method: 'POST', path: `/v1/domain/${domain}/webhook/${webhookId}/replay`, body: { from: toIso(from), to: toIso(to) } });
  return (
    <Dialog onClose={onClose} title={i18n.t('Replay a period')}>
      <form onSubmit={form.onSubmit((values) => replay.mutate(values))} noValidate>
        <Stack gap="md">
          <FormProblem error={replay.error} fields={['from', 'to']} />
          <TextInput
            type="datetime-local"
            label={i18n.t('From')}
            description={i18n.t('In your time zone. Delivered events are stored for 7 days, others for 30.')}
            data-autofocus
            {...form.getInputProps('from')}
          />
          <TextInput type="datetime-local" label={i18n.t('To')} {...form.getInputProps('to')} />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={replay.isPending}>
            {i18n.t('Replay')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
