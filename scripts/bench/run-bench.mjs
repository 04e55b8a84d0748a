import { cleanUp } from './cleanup.mjs';

/**
 * Runs a bench, sets the exit code of the process, and then stops and removes what the bench has started.
 *
 * @param {() => Promise<boolean>} run whether every goal was met
 * @param {string} [usage] shown if the command line has an unknown option; without it, an error is shown with its stack
 */
export async function runBench(run, usage) {
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (error) {
    console.error(usage !== undefined && error instanceof Error ? error.message : error);
    if (usage !== undefined && error instanceof TypeError) console.error(`\n${usage}`);
    process.exitCode = 1;
  } finally {
    await cleanUp();
  }
}
