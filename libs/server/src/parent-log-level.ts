import type { Logger } from '@latchkey/observability';

/** Lets the process at the other end of the IPC channel, `npm start`, change what is logged. */
export function followParentLogLevel(logger: Logger): void {
  process.on('message', (message: { logLevel?: unknown }) => {
    const { logLevel } = message;
    if (typeof logLevel === 'string' && logLevel in logger.levels.values) logger.level = logLevel;
  });
}
