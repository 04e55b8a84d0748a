/** npm forwards the terminal's signal, so one Ctrl-C arrives twice. */
const ECHO_MS = 1000;

/** Thrown out of any wait. */
export class Stopped extends Error {}

/**
 * Listens for Ctrl-C, `kill` and the terminal's closing.
 *
 * @returns {{ requested: AbortSignal, forced: AbortSignal }} aborted at the first request; aborted at the second one
 */
export function stopRequests() {
  const requested = new AbortController();
  const forced = new AbortController();
  let first = 0;
  const ask = () => {
    if (!requested.signal.aborted) {
      first = Date.now();
      console.log('Stopping after the current requests; press Ctrl-C again to stop immediately');
      requested.abort(new Stopped());
    } else if (Date.now() - first > ECHO_MS && !forced.signal.aborted) {
      console.log('Killed');
      forced.abort(new Stopped());
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, ask);
  return { requested: requested.signal, forced: forced.signal };
}
