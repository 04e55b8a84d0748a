import { useEffect, useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { Notice } from '../ui/notice.js';
import { signInByRedirect, takeAnswer, useSessionStatus } from './session.js';

const BASE = '/console';
const CALLBACK = `${BASE}/callback`;
const here = () => location.pathname + location.search + location.hash;

let begun: Promise<void> | null = null;

/** Signs the operator in once for each load of the page: React may run effects twice. */
function begin(): Promise<void> {
  begun ??= (async () => {
    if (location.pathname !== CALLBACK) return signInByRedirect(here());
    const returnTo = await takeAnswer(location.search);
    if (returnTo !== null) history.replaceState(null, '', returnTo);
  })();
  return begun;
}

/** Shows the console to operators who are signed in, and sends all others to the issuer. */
export function SignInGate({ children }: { children: ReactNode }) {
  const status = useSessionStatus();
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    begin().catch((error: Error) => setFailure(error));
  }, []);
  if (status !== 'starting') return children;
  if (!failure) return null;
  return (
    <Notice icon={IconKeyOff} tone="danger" title={i18n.t('The sign-in failed')} page>
      <p>{failure.message}</p>
      <Button component="a" href={BASE}>
        {i18n.t('Sign in again')}
      </Button>
    </Notice>
  );
}
