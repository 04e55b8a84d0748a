import { useEffect, useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { Notice } from '../ui/notice.js';
import { beginSession } from './session.js';
import type { Session } from './sign-in.js';

/** Shows the console, whose requests wait for the session, or why there is none. */
export function SignInGate({ session, children }: { session: Promise<Session>; children: ReactNode }) {
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    session.then(beginSession, setFailure);
  }, [session]);
  if (!failure) return children;
  return (
    <Notice icon={IconKeyOff} tone="danger" title={i18n.t('The sign-in failed')} page>
      <p>{failure.message}</p>
      <Button component="a" href="/console">
        {i18n.t('Sign in again')}
      </Button>
    </Notice>
  );
}
