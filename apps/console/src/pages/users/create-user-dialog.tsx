import { i18n } from '@lingui/core';
import { Button, Group, Stack, TextInput, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { MONO_CLASS } from '../../ui/form-section.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations, toField } from '../../ui/violations.js';
import { findJsonError, parseObject } from './json-object.js';

interface NewUser {
  preferredUsername: string;
  name: string;
  email: string;
  others: string;
}

const FIELDS = ['preferredUsername', 'name', 'email', 'others'];

function toBody({ preferredUsername, name, email, others }: NewUser) {
  const attributes = { ...(email && { email }), ...parseObject(others) };
  return { preferredUsername, name, ...(Object.keys(attributes).length > 0 && { attributes }) };
}

/** The email address has a field of its own; every other attribute stands in the JSON. */
function rename(pointer: string): string {
  if (pointer === '/attributes/email') return 'email';
  return pointer.startsWith('/attributes') ? 'others' : toField(pointer);
}

/** Creates a local user, who signs in without a password. */
export function CreateUserDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<NewUser>({
    initialValues: { preferredUsername: '', name: '', email: '', others: '' },
    validate: { others: findJsonError },
  });
  const create = useMutation({
    mutationFn: (values: NewUser) => answer(api.POST('/v1/domain/{domain}/user', { params: { path: { domain } }, body: toBody(values) })),
    onSuccess: async ({ data: { sub } }, { name }) => {
      onClose();
      showToast({ message: i18n.t('{name} created', { name }) });
      await queries.invalidateQueries({ queryKey: ['users', domain] });
      await navigate({ to: '/d/$domain/users/$sub', params: { domain, sub } });
    },
    onError: (error) => setViolations(form, error, rename),
  });
  useDraft({ method: 'POST', path: `/v1/domain/${domain}/user`, body: toBody(form.values) });
  return (
    <Dialog onClose={onClose} title={i18n.t('Create user')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormProblem error={create.error} fields={[...FIELDS, 'attributes']} />
        <NewUserFields form={form} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={create.isPending} miw={110}>
            {create.isPending ? i18n.t('Creating') : i18n.t('Create user')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function NewUserFields({ form }: { form: UseFormReturnType<NewUser> }) {
  return (
    <Stack gap="md">
      <TextInput
        label={i18n.t('Username')}
        description={i18n.t('At least 10 characters, such as an email address. What the user types to sign in.')}
        required
        data-autofocus
        maxLength={256}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('preferredUsername')}
      />
      <TextInput label={i18n.t('Full name')} required autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={i18n.t('Email')}
        description={i18n.t('Sign-in links go there. Leave it empty if the user has none.')}
        type="email"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <Textarea
        label={i18n.t('Other attributes')}
        description={i18n.t('A JSON object. Standard claims have their names of OpenID Connect.')}
        placeholder={'{ "department": "Sales" }'}
        autosize
        minRows={3}
        maxRows={10}
        classNames={{ input: MONO_CLASS }}
        {...form.getInputProps('others')}
      />
    </Stack>
  );
}
