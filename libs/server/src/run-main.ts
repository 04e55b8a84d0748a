import { readMisspeltSettings, SettingsError, type Environment } from '@latchkey/config';
import { WrongMasterKeyError } from '@latchkey/crypto';
import type { Logger } from '@latchkey/observability';
import { OperatorError } from './operator-error.js';

/** Runs a process's main function; what keeps it from starting is printed, one line per fault, and ends the process with 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}

/** Why a process could not do its work, one line a fault. @param environment the settings; those of the process if absent */
export function explainFailure(error: unknown, environment?: Environment): string {
  if (error instanceof SettingsError) {
    const hints = readMisspeltSettings(environment).map(({ variable, setting }) => `${variable}: is no setting; is ${setting} meant?`);
    return [...error.faults, ...hints].join('\n');
  }
  if (error instanceof OperatorError || error instanceof WrongMasterKeyError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Logs a warning for each variable of the environment that was probably meant as a setting. */
export function warnOfMisspeltSettings(logger: Logger): void {
  for (const { variable, setting } of readMisspeltSettings()) {
    logger.warn({ variable, setting }, 'a variable is no setting, but nearly one');
  }
}

/** Lets the process at the other end of the IPC channel, `npm start`, change what is logged. */
export function followParentLogLevel(logger: Logger): void {
  process.on('message', (message: { logLevel?: unknown }) => {
    const { logLevel } = message;
    if (typeof logLevel === 'string' && logLevel in logger.levels.values) logger.level = logLevel;
  });
}
