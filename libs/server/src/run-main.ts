import { readMisspeltSettings, SettingsError } from '@latchkey/config';
import { WrongMasterKeyError } from '@latchkey/crypto';
import { OperatorError } from './operator-error.js';

/** Runs a process's main function; what keeps it from starting is printed, one line per fault, and ends the process with 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) {
    const hints = readMisspeltSettings().map(({ variable, setting }) => `${variable}: is no setting; is ${setting} meant?`);
    return [...error.faults, ...hints].join('\n');
  }
  if (error instanceof OperatorError || error instanceof WrongMasterKeyError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
