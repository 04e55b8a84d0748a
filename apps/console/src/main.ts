import { isAnswer, signInByRedirect } from './session/redirect.js';

/**
 * Most loads only lead to the issuer, whose session answers without a page. They begin before the console itself is loaded, which a slow
 * machine needs a second for.
 */
const begun = isAnswer()
  ? null
  : await signInByRedirect(location.pathname + location.search + location.hash).then(
      () => 'left' as const,
      (error: Error) => error,
    );
if (begun !== 'left') {
  const { draw } = await import('./app.js');
  await draw(begun);
}
