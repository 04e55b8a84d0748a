import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLink } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { FormProblem } from '../../ui/form-problem.js';
import { FORM_CLASS } from '../../ui/form-section.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SecretOnce } from '../../ui/secret-once.js';
import { useDraft } from '../../ui/use-draft.js';
import { setViolations } from '../../ui/violations.js';
import { useUserKey } from './use-user.js';
import { nameOf, userPath, type User, type UserKey, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

/** Creates a link that signs the user in once. It is a credential, so it is shown once, as a secret. */
export function LinksTab({ read: { data: user } }: UserTabProps) {
  const key = useUserKey();
  const [link, setLink] = useState<string | null>(null);
  const domain = useQuery({
    queryKey: ['domain', key.domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}', { params: { path: { domain: key.domain } } })),
  });
  const account = domain.data && `${domain.data.data.authUrl}/account`;
  return (
    <Columns>
      {link !== null && (
        <SecretOnce
          title={i18n.t('Copy the link now')}
          label={i18n.t('Sign-in link')}
          secret={link}
          confirmation={i18n.t('I have passed the link on')}
          onDone={() => setLink(null)}
        />
      )}
      <Panel title={i18n.t('Make a sign-in link')}>
        {user.active ? (
          (account ?? domain.error) && <LinkForm userKey={key} user={user} account={account ?? ''} onMade={setLink} />
        ) : (
          <p className={classes['panelText']}>{i18n.t('{name} may not sign in. Activate the user first.', { name: nameOf(user) })}</p>
        )}
      </Panel>
    </Columns>
  );
}

interface LinkFormProps {
  userKey: UserKey;
  user: User;
  /** The address of the domain's account page. */
  account: string;
  onMade: (link: string) => void;
}

function LinkForm({ userKey, user, account, onMade }: LinkFormProps) {
  const form = useForm({ initialValues: { redirectUri: account, resetPasskeys: false } });
  const make = useMutation({
    mutationFn: (body: { redirectUri: string; resetPasskeys: boolean }) =>
      answer(api.POST('/v1/domain/{domain}/user/{sub}/magiclink', { params: { path: userKey }, body })),
    onSuccess: ({ data }) => {
      onMade(data.uri);
      make.reset();
    },
    onError: (error) => setViolations(form, error),
    gcTime: 0,
  });
  useDraft({ method: 'POST', path: `${userPath(userKey)}/magiclink`, body: form.values });
  return (
    <form className={FORM_CLASS} onSubmit={form.onSubmit((values) => make.mutate(values))} noValidate>
      <p className={classes['panelText']}>
        {i18n.t('The link works once, for ten minutes. Pass it to {name} in a way that only they can read: who has it is signed in.', {
          name: nameOf(user),
        })}
      </p>
      <FormProblem error={make.error} fields={['redirectUri', 'resetPasskeys']} />
      <Stack gap="md">
        <TextInput
          label={i18n.t('Leads to')}
          description={i18n.t('Where the user goes after the sign-in: an https address without a query.')}
          type="url"
          required
          spellCheck={false}
          {...form.getInputProps('redirectUri')}
        />
        <Checkbox
          label={i18n.t('Remove the passkeys of the user')}
          description={i18n.t('For a lost device: opening the link removes all passkeys, ends all sessions, and asks for a new passkey.')}
          {...form.getInputProps('resetPasskeys', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" disabled={make.isPending} leftSection={<IconLink size={16} aria-hidden />} miw={190}>
            {make.isPending ? i18n.t('Making the link') : i18n.t('Make a sign-in link')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
