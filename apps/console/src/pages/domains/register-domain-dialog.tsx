import { i18n } from '@lingui/core';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';

const toBody = (text: string) => (text.trim() ? { domain: text.trim() } : {});

/** Registers a sandbox domain, which is active immediately, or a custom domain. */
export default function RegisterDomainDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { domain: '' } });
  const register = useMutation({
    mutationFn: ({ domain }: { domain: string }) => answer(api.POST('/v1/domain', { body: toBody(domain) })),
    onSuccess: async ({ data }) => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['domains'] });
      await navigate({ to: '/d/$domain', params: { domain: data.domain } });
    },
    onError: (error) => setViolations(form, error),
  });
  useDraft({ method: 'POST', path: '/v1/domain', body: toBody(form.values.domain) });
  return (
    <Dialog onClose={onClose} title={i18n.t('Register domain')}>
      <form onSubmit={form.onSubmit((values) => register.mutate(values))} noValidate>
        <FormProblem error={register.error} />
        <TextInput
          label={i18n.t('Domain')}
          description={i18n.t('A name that you own, such as login.example.com. Leave it empty for a sandbox domain, which works at once.')}
          placeholder="login.example.com"
          maxLength={253}
          data-autofocus
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('domain')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={register.isPending}>
            {register.isPending ? i18n.t('Registering') : i18n.t('Register domain')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
