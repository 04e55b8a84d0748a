import { useEffect, useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { Notice } from '../ui/notice.js';
import { takeAnswer, useSessionStatus } from './session.js';

let begun: Promise<void> | null = null;

async function takeAnswerOfIssuer(): Promise<void> {
  const returnTo = await takeAnswer(location.search);
  if (returnTo !== null) history.replaceState(null, '', returnTo);
}

/** Takes the issuer's answer, once: React may run effects twice. */
function begin(): Promise<void> {
  begun ??= takeAnswerOfIssuer();
  return begun;
}

/** Shows the console to operators who are signed in, and sends all others to the issuer. */
export function SignInGate({ failure: earlier, children }: { failure: Error | null; children: ReactNode }) {
  const status = useSessionStatus();
  const [failure, setFailure] = useState(earlier);
  useEffect(() => {
    if (!earlier) begin().catch((error: Error) => setFailure(error));
  }, [earlier]);
  if (status !== 'starting') return children;
  if (!failure) return null;
  return (
    <Notice icon={IconKeyOff} tone="danger" title={i18n.t('The sign-in failed')} page>
      <p>{failure.message}</p>
      <Button component="a" href="/console">
        {i18n.t('Sign in again')}
      </Button>
    </Notice>
  );
}
