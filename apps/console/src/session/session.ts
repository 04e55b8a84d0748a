import { createStore } from '../ui/store.js';
import { takePending } from './redirect.js';
import { buildAuthorizationUrl, createPendingSignIn, finishSignIn, type Session } from './sign-in.js';

const CHANNEL = 'console-sign-in';

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

/**
 * Takes the issuer's answer at the redirect URI.
 *
 * @returns where the operator was, or null if another window waits for the answer
 * @throws {Error} if the sign-in failed
 */
export async function takeAnswer(answer: string): Promise<string | null> {
  const state = new URLSearchParams(answer).get('state');
  if (state?.startsWith('popup.')) {
    new BroadcastChannel(CHANNEL).postMessage(answer);
    window.close();
    return null;
  }
  const pending = takePending();
  if (!pending) throw new Error('This sign-in was finished before, or began in another tab.');
  change(await finishSignIn(answer, pending), 'active');
  return pending.returnTo;
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
    change(await finishSignIn(await answered, pending), 'active');
  } finally {
    channel.close();
  }
}
