import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../../api/api.js';
import { Dialog } from '../../../ui/dialog.js';
import { FormProblem } from '../../../ui/form-problem.js';
import { Time } from '../../../ui/time.js';
import { showToast } from '../../../ui/toasts.js';
import { useDraft } from '../../../ui/use-draft.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import type { Secret } from './secret.js';

interface DialogProps {
  path: ClientPath;
  onClose: () => void;
}

const DAY_SECONDS = 86_400;

/** Makes a new secret beside the old ones, which live on for a while. */
export function RotateDialog({ path, onClose, onCreated }: DialogProps & { onCreated: (secret: string) => void }) {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState(String(DAY_SECONDS));
  const rotate = useMutation({
    mutationFn: () =>
      answer(api.POST('/v1/domain/{domain}/client/{clientId}/secret', { params: { path }, body: { overlapSeconds: Number(overlap) } })),
    onSuccess: async ({ data }) => {
      onCreated(data.clientSecret);
      onClose();
      await queries.invalidateQueries({ queryKey: clientQueries(path).secrets.queryKey });
    },
  });
  useDraft({ method: 'POST', path: clientAddress(path, '/secret'), body: { overlapSeconds: Number(overlap) } });
  return (
    <Dialog onClose={onClose} title={i18n.t('Rotate secret')}>
      <FormProblem error={rotate.error} />
      <Select
        label={i18n.t('The older secrets work for another')}
        description={i18n.t('Time to give the new one to every copy of the program.')}
        data={[
          { value: '0', label: i18n.t('0 seconds: they end now') },
          { value: '3600', label: i18n.t('1 hour') },
          { value: String(DAY_SECONDS), label: i18n.t('24 hours') },
          { value: String(7 * DAY_SECONDS), label: i18n.t('7 days') },
          { value: String(30 * DAY_SECONDS), label: i18n.t('30 days') },
        ]}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '0')}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button onClick={() => rotate.mutate()} disabled={rotate.isPending}>
          {rotate.isPending ? i18n.t('Rotating') : i18n.t('Rotate secret')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** Deletes a secret, which cannot be undone. */
export function DeleteSecretDialog({ path, secret, isLast, onClose }: DialogProps & { secret: Secret; isLast: boolean }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      answer(api.DELETE('/v1/domain/{domain}/client/{clientId}/secret/{secretId}', { params: { path: { ...path, secretId: secret.id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: clientQueries(path).secrets.queryKey });
      showToast({ message: i18n.t('Secret deleted') });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={i18n.t('Delete the secret')}>
      <FormProblem error={remove.error} />
      <p>
        {i18n.t('Requests with it fail from the next one on. This cannot be undone.')} {isLast && i18n.t('It is the only secret.')}
      </p>
      <p>
        {i18n.t('Last used:')} {secret.lastUsedAt ? <Time at={secret.lastUsedAt} /> : i18n.t('Not yet')}
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {i18n.t('Cancel')}
        </Button>
        <Button color="red" onClick={() => remove.mutate()} disabled={remove.isPending}>
          {remove.isPending ? i18n.t('Deleting') : i18n.t('Delete')}
        </Button>
      </Group>
    </Modal>
  );
}
