import { i18n } from '@lingui/core';
import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';

interface DialogProps {
  domain: string;
  /** Of the list of tokens. */
  queryKey: readonly string[];
  onClose: () => void;
  onCreated: (token: string) => void;
}

/** Any number of uses is an empty field, no end an empty date. */
type Values = { name: string; maxUses: number | ''; expiresAt: string };

const NO_VALUES: Values = { name: '', maxUses: '', expiresAt: '' };

const toBody = ({ name, maxUses, expiresAt }: Values): components['schemas']['InitialAccessTokenRequest'] => ({
  name,
  maxUses: maxUses === '' ? null : maxUses,
  expiresAt: expiresAt ? `${expiresAt}T00:00:00Z` : null,
});

/** Creates a token with which clients register themselves. */
export function InitialAccessTokenDialog({ domain, queryKey, onClose, onCreated }: DialogProps) {
  const queries = useQueryClient();
  const form = useForm<Values>({ initialValues: NO_VALUES });
  const create = useMutation({
    mutationFn: (values: Values) =>
      answer(api.POST('/v1/domain/{domain}/client-registration/token', { params: { path: { domain } }, body: toBody(values) })),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey });
      onCreated(data.initialAccessToken);
      onClose();
    },
    onError: (error) => setViolations(form, error),
    gcTime: 0,
  });
  useDraft({ method: 'POST', path: `/v1/domain/${domain}/client-registration/token`, body: toBody(form.values) });
  return (
    <Dialog onClose={onClose} title={i18n.t('Create initial access token')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormProblem error={create.error} fields={Object.keys(NO_VALUES)} />
        <Stack gap="md">
          <TextInput
            label={i18n.t('Name')}
            description={i18n.t('Who it is for. Stands in the log.')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <NumberInput
            label={i18n.t('Clients')}
            description={i18n.t('How many can register with it. Leave it empty for any number.')}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('maxUses')}
          />
          <TextInput
            type="date"
            label={i18n.t('Expires')}
            description={i18n.t('At midnight UTC. Leave it empty for a token without an end.')}
            {...form.getInputProps('expiresAt')}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={create.isPending}>
            {i18n.t('Create token')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
