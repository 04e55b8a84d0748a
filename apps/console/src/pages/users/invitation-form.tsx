import { i18n } from '@lingui/core';
import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations, toField } from '../../ui/violations.js';
import { useInvitationChanges, type NewUserInvitation } from './use-user-invitation.js';

const SECONDS_PER_MINUTE = 60;

interface Values {
  redirectUri: string;
  identityProvider: string;
  waveSize: number | '';
  minutes: number | '';
  role: string;
  emailDomain: string;
}

const NO_VALUES: Values = { redirectUri: '', identityProvider: 'local', waveSize: 100, minutes: 60, role: '', emailDomain: '' };

const toBody = ({ redirectUri, identityProvider, waveSize, minutes, role, emailDomain }: Values): NewUserInvitation => ({
  redirectUri,
  ...(identityProvider !== 'local' && { identityProvider }),
  ...(waveSize !== '' && { waveSize }),
  ...(minutes !== '' && { intervalSeconds: Math.round(minutes * SECONDS_PER_MINUTE) }),
  ...(role && { role }),
  ...(emailDomain && { emailDomain }),
});

const rename = (pointer: string): string => (pointer === '/intervalSeconds' ? 'minutes' : toField(pointer));

/** Whom to invite, and how fast. */
export function InvitationForm({ domain, onClose }: { domain: string; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: NO_VALUES });
  const { begin } = useInvitationChanges(domain, (error) => setViolations(form, error, rename));
  useDraft({ method: 'POST', path: `/v1/domain/${domain}/user-invitation`, body: toBody(form.values) });
  return (
    <form onSubmit={form.onSubmit((values) => begin.mutate(toBody(values)))} noValidate>
      <FormProblem error={begin.error} fields={Object.keys(NO_VALUES)} />
      <p>{i18n.t('Users who have never signed in and have no passkey get one mail each, in waves.')}</p>
      <InvitationFields domain={domain} form={form} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" disabled={begin.isPending}>
          {i18n.t('Invite existing users')}
        </Button>
      </Group>
    </form>
  );
}

function InvitationFields({ domain, form }: { domain: string; form: UseFormReturnType<Values> }) {
  const can = useCan();
  const providers = useQuery({
    queryKey: ['providers', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/provider', { params: { path: { domain } } })),
    enabled: can('provider:read'),
  });
  const names = providers.data?.data.map(({ name, displayName }) => ({ value: name, label: displayName ?? name })) ?? [];
  const isLocal = form.values.identityProvider === 'local';
  return (
    <Stack gap="md">
      <Select
        label={i18n.t('Identity provider')}
        description={
          isLocal
            ? i18n.t('The mail has a link that signs in once, within 24 hours, and lets the user create a passkey.')
            : i18n.t('The mail says to sign in with this provider.')
        }
        data={[{ value: 'local', label: i18n.t('None: local users') }, ...names]}
        allowDeselect={false}
        {...form.getInputProps('identityProvider')}
      />
      <TextInput
        label={i18n.t('Address')}
        description={isLocal ? i18n.t('Where users go after they have signed in.') : i18n.t('Where users begin to sign in.')}
        placeholder="https://app.example.com/welcome"
        type="url"
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('redirectUri')}
      />
      <Group grow align="flex-start" gap="md">
        <NumberInput label={i18n.t('Users in a wave')} min={1} max={1_000} allowDecimal={false} {...form.getInputProps('waveSize')} />
        <NumberInput label={i18n.t('Minutes between waves')} min={1} max={1_440} {...form.getInputProps('minutes')} />
      </Group>
      <TextInput label={i18n.t('Only with the role')} autoComplete="off" spellCheck={false} {...form.getInputProps('role')} />
      <TextInput
        label={i18n.t('Only with email addresses of')}
        placeholder="example.com"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('emailDomain')}
      />
    </Stack>
  );
}
