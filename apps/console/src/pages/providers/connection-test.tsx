import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.js';
import { Panel } from '../../ui/panel.js';
import type { ProviderValues } from './provider-values.js';
import classes from './providers.module.css';

interface ConnectionTestProps {
  kind: ProviderValues['kind'];
  /** What is tested. The result goes away when it changes. */
  subject: string;
  /** Asks the API whether users could sign in, without storing anything. */
  test: () => Promise<unknown>;
  /** Shows violations at their fields. */
  onFailure: (error: Error) => void;
}

/** Tests the connection before anything is saved. */
export function ConnectionTest({ kind, subject, test, onFailure }: ConnectionTestProps) {
  const run = useMutation({
    mutationFn: async (tested: string) => {
      await test();
      return tested;
    },
    onError: onFailure,
  });
  const isCurrent = run.variables === subject;
  // Only browsers call a SAML provider, so there is no connection to test.
  const title = kind === 'saml' ? i18n.t('Check the configuration') : i18n.t('Test the connection');
  return (
    <Panel title={title}>
      <p className={classes['text']}>
        {kind === 'saml'
          ? i18n.t(
              'Latchkey checks the addresses and certificates. It does not contact the provider, because only browsers do. Nothing is saved.',
            )
          : i18n.t('Latchkey asks the provider, and checks that users could sign in. Nothing is saved.')}
      </p>
      <Button
        variant="default"
        miw={170}
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        disabled={run.isPending}
        onClick={() => run.mutate(subject)}
      >
        {run.isPending ? i18n.t('Testing') : title}
      </Button>
      <div role="status">{isCurrent && !run.isPending && <TestResult kind={kind} error={run.error} />}</div>
    </Panel>
  );
}

function TestResult({ kind, error }: Pick<ConnectionTestProps, 'kind'> & { error: Error | null }) {
  if (!error) {
    return (
      <p className={classes['result']}>
        <IconCheck size={17} stroke={1.6} aria-hidden />
        {kind === 'saml'
          ? i18n.t('The configuration is valid. Only a sign-in shows whether the provider accepts this domain.')
          : i18n.t('The provider answers, and everything fits. Only a sign-in tells whether it knows the client and its secret.')}
      </p>
    );
  }
  const violations = error instanceof ApiProblem ? error.violations : [];
  return (
    <div className={classes['result']} data-failed>
      <IconPlugConnectedX size={17} stroke={1.6} aria-hidden />
      <div>
        {violations.length === 0 ? error.message : i18n.t('Users could not sign in:')}
        {violations.length > 0 && (
          <ul>
            {violations.map(({ pointer, detail }) => (
              <li key={pointer + detail}>
                <code>{pointer.replace(/^\//, '')}</code> {detail}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
