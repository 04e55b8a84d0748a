import type { Session } from './session/sign-in.js';

const isAnswer = location.pathname === '/console/callback';
/**
 * The console loads beside the exchange of the code. Other loads only lead to the issuer, whose session answers without a page; they begin
 * before the console is loaded, which a slow machine needs a second for.
 */
const loading = isAnswer ? import('./app.js') : null;
const { signInByRedirect, takeAnswer } = await import('./session/redirect.js');
const session: Promise<Session> | null = isAnswer
  ? takeAnswer(location.search)
  : signInByRedirect(location.pathname + location.search + location.hash);
if (session) {
  if (!isAnswer) await session.catch(() => undefined);
  const { draw } = await (loading ?? import('./app.js'));
  await draw(session);
}
