import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@latchkey/observability';

/** Time in milliseconds in which the reader of standard output can read the rest of the log. */
const LOG_FLUSH_TIMEOUT_MS = 2_000;

/**
 * Stops a server on SIGTERM or SIGINT, and then exits with 0. A process that was started with an IPC channel also exits when its parent is
 * gone.
 */
export function stopOnSignals(server: { stop(): Promise<void> }, logger: Logger): void {
  const exit = (): void => void end(server, logger);
  process.once('SIGTERM', exit);
  process.once('SIGINT', exit);
  if (process.connected === false) exit();
  else process.once('disconnect', exit);
}

async function end(server: { stop(): Promise<void> }, logger: Logger): Promise<void> {
  await server.stop();
  if (await flushLog(logger)) process.exit(0);
  // `process.exit` would wait for log lines that cannot be written.
  process.kill(process.pid, 'SIGKILL');
}

/** @returns false if standard output has no reader */
function flushLog(logger: Logger): Promise<boolean> {
  const flushed = new Promise<boolean>((resolve) => logger.flush(() => resolve(true)));
  return Promise.race([flushed, delay(LOG_FLUSH_TIMEOUT_MS, false)]);
}
