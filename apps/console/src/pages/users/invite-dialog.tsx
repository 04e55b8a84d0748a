import { i18n } from '@lingui/core';
import { Button, Group, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { MESSAGE_LANGUAGES, type MessageLanguage } from '@latchkey/message';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';
import { PendingInvitations } from './pending-invitations.js';
import classes from './users.module.css';

interface Invitation {
  email: string;
  name: string;
  roles: string[];
  expiresInDays: number | string;
  language: MessageLanguage;
}

const FIELDS = ['email', 'name', 'roles', 'expiresInDays', 'language'];

function toBody({ email, name, roles, expiresInDays, language }: Invitation): components['schemas']['InvitationRequest'] {
  return { email, ...(name && { name }), ...(roles.length > 0 && { roles }), expiresInDays: Number(expiresInDays), language };
}

/** Invites a person by mail to create an account, and lists those who have not come yet. */
export function InviteDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const queries = useQueryClient();
  const language = MESSAGE_LANGUAGES.find((known) => known === i18n.locale) ?? MESSAGE_LANGUAGES[0];
  const form = useForm<Invitation>({ initialValues: { email: '', name: '', roles: [], expiresInDays: 7, language } });
  const invite = useMutation({
    mutationFn: (values: Invitation) =>
      answer(api.POST('/v1/domain/{domain}/invitation', { params: { path: { domain } }, body: toBody(values) })),
    onSuccess: async ({ data: { email } }) => {
      showToast({ message: i18n.t('{email} is invited', { email }) });
      form.reset();
      await queries.invalidateQueries({ queryKey: ['invitations', domain] });
    },
    onError: (error) => setViolations(form, error),
  });
  useDraft({ method: 'POST', path: `/v1/domain/${domain}/invitation`, body: toBody(form.values) });
  return (
    <Dialog onClose={onClose} title={i18n.t('Invite a person')} size="lg">
      <SignUpNotice domain={domain} />
      <form onSubmit={form.onSubmit((values) => invite.mutate(values))} noValidate>
        <FormProblem error={invite.error} fields={FIELDS} />
        <InvitationFields domain={domain} form={form} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Close')}
          </Button>
          <Button type="submit" disabled={invite.isPending} miw={110}>
            {invite.isPending ? i18n.t('Inviting') : i18n.t('Send invitation')}
          </Button>
        </Group>
      </form>
      <PendingInvitations domain={domain} />
    </Dialog>
  );
}

/** The API refuses invitations where nobody may sign up. */
function SignUpNotice({ domain }: { domain: string }) {
  const { data } = useQuery({
    queryKey: ['sign-in', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/sign-in', { params: { path: { domain } } })),
  });
  if (!data || (data.data.signUp ?? 'Off') !== 'Off') return null;
  return (
    <p className={classes['panelText']}>{i18n.t('Nobody may create an account in this domain. Change this in the settings first.')}</p>
  );
}

function InvitationFields({ domain, form }: { domain: string; form: UseFormReturnType<Invitation> }) {
  const can = useCan();
  const roles = useQuery({
    queryKey: ['role-names', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/role', { params: { path: { domain } } })),
    enabled: can('role:read'),
  });
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' });
  return (
    <Stack gap="md">
      <TextInput
        label={i18n.t('Email')}
        description={i18n.t('The link in the mail creates the account. It works once.')}
        type="email"
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={i18n.t('Full name')}
        description={i18n.t('The person can change it.')}
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TagsInput label={i18n.t('Roles')} data={roles.data?.data.map(({ role }) => role) ?? []} {...form.getInputProps('roles')} />
      <Group grow align="flex-start">
        <NumberInput
          label={i18n.t('Valid for')}
          suffix={` ${i18n.t('days')}`}
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('expiresInDays')}
        />
        <Select
          label={i18n.t('Language of the mail')}
          data={MESSAGE_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </Group>
    </Stack>
  );
}
