/** npm forwards the terminal's signal, so one Ctrl-C arrives twice. */
const ECHO_MS = 1000;

/** Thrown out of whatever is being waited for. */
export class Stopped extends Error {}

/**
 * Listens for Ctrl-C, `kill` and a terminal that is closed.
 *
 * @returns {{ requested: AbortSignal, forced: AbortSignal }} asked once; asked again
 */
export function stopRequests() {
  const requested = new AbortController();
  const forced = new AbortController();
  let first = 0;
  const ask = () => {
    if (!requested.signal.aborted) {
      first = Date.now();
      console.log('Stopping, once the requests at hand are answered; Ctrl-C again ends everything at once');
      requested.abort(new Stopped());
    } else if (Date.now() - first > ECHO_MS && !forced.signal.aborted) {
      console.log('Ended by force');
      forced.abort(new Stopped());
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, ask);
  return { requested: requested.signal, forced: forced.signal };
}
