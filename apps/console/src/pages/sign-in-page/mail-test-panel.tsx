import { i18n } from '@lingui/core';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { MESSAGE_LANGUAGES } from '@latchkey/message';
import { answer, api } from '../../api/api.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Panel } from '../../ui/panel.js';
import { setViolations } from '../../ui/violations.js';
import classes from './sign-in-page.module.css';

/** Outcomes of which the API tells more. */
const DETAILED = ['Refused', 'Failed'];

/** Sends the mail with a sign-in link to an address, and tells what the mail server said. */
export function MailTestPanel({ domain }: { domain: string }) {
  const form = useForm({ initialValues: { to: '' } });
  const language = MESSAGE_LANGUAGES.find((known) => known === i18n.locale) ?? MESSAGE_LANGUAGES[0];
  const test = useMutation({
    mutationFn: ({ to }: { to: string }) =>
      answer(api.POST('/v1/domain/{domain}/mail-test', { params: { path: { domain } }, body: { to, language } })),
    onError: (error) => setViolations(form, error),
  });
  const result = test.data?.data;
  return (
    <Panel title={i18n.t('Test mail')} description={i18n.t('The mail with a sign-in link, as it is saved. Its link leads nowhere.')}>
      <form className={classes['fields']} onSubmit={form.onSubmit((values) => test.mutate(values))} noValidate>
        <FormProblem error={test.error} fields={['to']} />
        <TextInput
          label={i18n.t('Send to')}
          type="email"
          placeholder="you@example.com"
          autoComplete="email"
          spellCheck={false}
          {...form.getInputProps('to')}
        />
        <Button type="submit" variant="default" disabled={test.isPending} w="fit-content">
          {test.isPending ? i18n.t('Sending') : i18n.t('Send test mail')}
        </Button>
        <p role="status" className={classes['outcome']} data-outcome={result?.outcome}>
          {result && getOutcomes()[result.outcome]} {result && DETAILED.includes(result.outcome) && result.detail}
        </p>
      </form>
    </Panel>
  );
}

const getOutcomes = () => ({
  Accepted: i18n.t('The mail server accepted the mail. If it does not arrive, look into the spam folder.'),
  Refused: i18n.t('The mail server refused the mail.'),
  Failed: i18n.t('The mail was not sent.'),
  NotConfigured: i18n.t('This installation has no mail server.'),
});
