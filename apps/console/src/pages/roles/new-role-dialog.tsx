import { i18n } from '@lingui/core';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations, toField } from '../../ui/violations.js';

const toBody = (description: string) => ({ description: description || null, permissions: [] });

/** Creates a role without permissions and opens it. */
export function NewRoleDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { role: '', description: '' } });
  const create = useMutation({
    mutationFn: ({ role, description }: typeof form.values) =>
      answer(
        api.PUT('/v1/domain/{domain}/role/{role}', {
          params: { path: { domain, role: role.trim() }, header: { 'If-None-Match': '*' } },
          body: toBody(description),
        }),
      ),
    onSuccess: async (_result, { role }) => {
      await queries.invalidateQueries({ queryKey: ['roles', domain] });
      await navigate({ to: '/d/$domain/roles/$role', params: { domain, role: role.trim() } });
    },
    onError: (error) => setViolations(form, error, (pointer) => toField(pointer) || 'role'),
  });
  const { role, description } = form.values;
  useDraft({ method: 'PUT', path: `/v1/domain/${domain}/role/${role.trim() || '{role}'}`, body: toBody(description) });
  return (
    <Dialog onClose={onClose} title={i18n.t('Create role')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormProblem error={create.error} fields={['role', 'description']} />
        <Stack>
          <TextInput
            label={i18n.t('Role')}
            placeholder="clerk"
            required
            data-autofocus
            spellCheck={false}
            {...form.getInputProps('role')}
          />
          <TextInput label={i18n.t('Description')} {...form.getInputProps('description')} />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={create.isPending || form.values.role.trim() === ''}>
            {i18n.t('Create role')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
