import { readMisspeltSettings, SettingsError, type Environment } from '@latchkey/config';
import { WrongMasterKeyError } from '@latchkey/crypto';
import type { Logger } from '@latchkey/observability';
import { Problem } from '@latchkey/problem';
import { OperatorError } from './operator-error.js';

/** Runs a process's main function. If it cannot start, prints the errors, one per line, and exits with 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}

/** Why a process failed, one error per line. @param environment the settings; by default those of the process */
export function explainFailure(error: unknown, environment?: Environment): string {
  if (error instanceof SettingsError) {
    const hints = readMisspeltSettings(environment).map(({ variable, setting }) => `${variable}: is no setting; is ${setting} meant?`);
    return [...error.errors, ...hints].join('\n');
  }
  if (error instanceof Problem) return error.detail;
  if (error instanceof OperatorError || error instanceof WrongMasterKeyError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Logs a warning for each environment variable that was probably intended as a setting. */
export function warnOfMisspeltSettings(logger: Logger): void {
  for (const { variable, setting } of readMisspeltSettings()) {
    logger.warn({ variable, setting }, 'an environment variable resembles the name of a setting');
  }
}

/** Lets the process at the other end of the IPC channel, `npm start`, change the log level. */
export function followParentLogLevel(logger: Logger): void {
  process.on('message', (message: { logLevel?: unknown }) => {
    const { logLevel } = message;
    if (typeof logLevel === 'string' && logLevel in logger.levels.values) logger.level = logLevel;
  });
}
