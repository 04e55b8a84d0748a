import { parseArgs } from 'node:util';
import { describeMachine, FEEDING_CORE, pin } from './machine.mjs';

/** Functions that stop or remove things, however the run ends. @type {(() => unknown)[]} */
const steps = [];

/** @param {() => unknown} step runs before those that were added earlier */
export function onEnd(step) {
  steps.unshift(step);
}

/**
 * Runs a bench with the options of the command line, and then stops and removes what it has started. The exit code is 1 unless every goal
 * was met and every response was correct.
 *
 * @template {Record<string, number | string>} Options
 *
 * @param {{ minutes: number, defaults: Options }} bench `minutes` after which it is stopped
 * @param {(options: Options) => Promise<boolean>} run whether all was well
 */
export async function runBench({ minutes, defaults }, run) {
  setTimeout(end, minutes * 60_000, `stopped: not done after ${minutes} minutes`).unref();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(`stopped by ${signal}`));
  process.exitCode = 1;
  try {
    const options = readOptions(process.argv.slice(2), defaults);
    pin(process.pid, FEEDING_CORE);
    if (await run(options)) process.exitCode = 0;
    console.log(`\n${describeMachine()}`);
  } catch (error) {
    console.error(error instanceof OptionError ? error.message : error);
  } finally {
    await cleanUp();
  }
}

class OptionError extends Error {}

/**
 * @template {Record<string, number | string>} Options
 * @param {string[]} args
 * @param {Options} defaults which also give the type of each option; numbers must not be negative
 * @returns {Options}
 * @throws {Error} one line that names the invalid option, or the existing ones
 */
export function readOptions(args, defaults) {
  const known = Object.entries(defaults).map(([name, value]) => `--${name} ${value === '' ? 'TEXT' : value}`);
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: /** @type {const} */ ('string') }]));
  try {
    const { values } = parseArgs({ args, options });
    const given = Object.entries(values).map(([name, text]) => [name, typeof defaults[name] === 'number' ? toNumber(name, text) : text]);
    return { ...defaults, ...Object.fromEntries(given) };
  } catch (error) {
    throw new OptionError(`${/** @type {Error} */ (error).message}\nThe options and their defaults: ${known.join(' ')}`);
  }
}

/** @type {(name: string, text: unknown) => number} */
function toNumber(name, text) {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number that is not negative. Received: "${text}"`);
  return value;
}

/** @param {string} reason */
function end(reason) {
  console.error(reason);
  void cleanUp().finally(() => process.exit(1));
}

/** Runs every step once, even if others fail. */
async function cleanUp() {
  for (const step of steps.splice(0)) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}
