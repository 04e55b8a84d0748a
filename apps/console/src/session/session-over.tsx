import { lazy, Suspense } from 'react';
import { useSessionStatus } from './session.js';

const SessionOverDialog = lazy(() => import('./session-over-dialog.js'));

/** Asks the operator to sign in again when the session is over. */
export function SessionOver() {
  return <Suspense>{useSessionStatus() === 'ended' && <SessionOverDialog />}</Suspense>;
}
