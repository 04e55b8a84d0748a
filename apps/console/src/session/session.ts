import { createStore } from '../ui/store.js';
import { CHANNEL } from './redirect.js';
import { buildAuthorizationUrl, createPendingSignIn, findIssuer, finishSignIn, type Session } from './sign-in.js';

export type SessionStatus = 'starting' | 'active' | 'ended';

let session: Session | null = null;
const status = createStore<SessionStatus>('starting');
let waiting: ((session: Session) => void)[] = [];

function change(next: Session | null, nextStatus: SessionStatus) {
  session = next;
  if (next) {
    for (const resolve of waiting) resolve(next);
    waiting = [];
  }
  status.set(nextStatus);
}

/** @returns whether the operator is signed in, for React */
export const useSessionStatus = () => status.use();

/** Waits until the operator is signed in, so that a request whose session ended is sent again with nothing lost. */
export function getSession(): Promise<Session> {
  return session ? Promise.resolve(session) : new Promise((resolve) => waiting.push(resolve));
}

/** Ends the session that a refused request used, unless another one has replaced it. */
export function endSession(refused: Session): void {
  if (session === refused) change(null, 'ended');
}

/** Begins the session that the sign-in has led to. */
export function beginSession(begun: Session): void {
  change(begun, 'active');
}

/** Signs in again in a popup, so that the page keeps the input. */
export async function signInByPopup(): Promise<void> {
  const pending = createPendingSignIn('popup', '');
  // Browsers open a window only while they handle the click.
  const popup = window.open('about:blank', 'console-sign-in', 'popup,width=480,height=720');
  const channel = new BroadcastChannel(CHANNEL);
  const answered = new Promise<string>((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (new URLSearchParams(data).get('state') === pending.state) resolve(data);
    });
  });
  try {
    const url = await buildAuthorizationUrl(pending);
    if (!popup) throw new Error('The browser did not open the window. Allow pop-ups for this address.');
    popup.location.href = url.href;
    change(await finishSignIn(await answered, pending, await findIssuer()), 'active');
  } finally {
    channel.close();
  }
}
