import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckoutCopy } from './checkout-copy.mjs';
import { Sources, toNamePattern } from './mutation.mjs';
import { MUTATIONS } from './mutations.mjs';

/**
 * Removes security controls one at a time, and runs the test that must fail.
 *
 * npm run test:mutations                    every control of docs/security-tests.md npm run test:mutations -- 'constant time' those whose
 * names contain the text
 *
 * It fails if a test passes without its control.
 */

/** @typedef {{ control: string, title: string } & ReturnType<Sources['mutate']>} Removal */
/** @typedef {{ failed: number, broken: boolean, output: string }} Outcome the number of failed tests; whether a file could not be loaded */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECOND_MS = 1_000;
/** Without a control a test may leave a connection open, so Jest exits anyway or is killed. */
const TEST_TIMEOUT_MS = 180_000;
const wanted = process.argv.slice(2).join(' ');
const sources = new Sources(ROOT);
/** @type {Removal[]} */
const chosen = MUTATIONS.filter(({ control }) => control.includes(wanted)).map((mutation) => ({
  control: mutation.control,
  title: mutation.test.title,
  ...sources.mutate(mutation),
}));

process.exitCode = run();

/** @returns {number} exit code */
function run() {
  if (chosen.length === 0) throw new Error(`No control has a name with "${wanted}": see docs/security-tests.md`);
  // Ctrl-C ends the running test, and then this run, which removes its copy.
  process.on('SIGINT', () => {});
  const copy = new CheckoutCopy(ROOT);
  try {
    return passesWithControls(copy) && tryAll(copy) ? 0 : 1;
  } finally {
    copy.remove();
  }
}

/**
 * Whether the tests pass with all controls.
 *
 * @param {CheckoutCopy} copy
 */
function passesWithControls({ root }) {
  const files = [...new Set(chosen.map(({ test }) => test))];
  const { failed, broken, output } = runTests(root, files);
  if (failed === 0 && !broken) return true;
  console.error(`${output}
The tests must pass before controls are removed.`);
  return false;
}

/**
 * @param {CheckoutCopy} copy
 * @returns {boolean} whether every removal was noticed
 */
function tryAll(copy) {
  let noticed = 0;
  for (const removal of chosen) {
    const startedAt = Date.now();
    const failure = tryOne(copy, removal);
    if (failure === null) noticed += 1;
    const seconds = ((Date.now() - startedAt) / SECOND_MS).toFixed(1).padStart(5);
    console.log(`${failure === null ? 'noticed' : 'FAILED '} ${seconds} s  ${removal.control}${failure === null ? '' : `: ${failure}`}`);
  }
  console.log(`${noticed} of ${chosen.length} removed controls were noticed`);
  return noticed === chosen.length;
}

/**
 * @param {CheckoutCopy} copy
 * @param {Removal} removal
 * @returns {string | null} null if the test failed without the control
 */
function tryOne(copy, { file, source, test, title }) {
  const restore = copy.change(file, () => source);
  const { failed, broken, output } = runTests(copy.root, [test], { title });
  restore();
  if (broken) return `the test could not run:\n${output}`;
  return failed === 0 ? `"${title}" in ${test} passes without it` : null;
}

/**
 * @param {string} root of the copy
 * @param {string[]} files
 * @param {{ title?: string }} [options] of a test without its control; by default all run
 * @returns {Outcome}
 */
function runTests(root, files, { title } = {}) {
  const results = join(root, 'mutation-results.json');
  rmSync(results, { force: true });
  const named = title === undefined ? [] : ['-t', toNamePattern(title)];
  const args = ['--runInBand', '--forceExit', '--json', '--outputFile', results, ...named, '--runTestsByPath', ...files];
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', timeout: title === undefined ? undefined : TEST_TIMEOUT_MS });
  const { stderr: output, signal } = spawnSync(process.execPath, [jest, ...args], options);
  if (signal === 'SIGINT') throw new Error('interrupted');
  if (!existsSync(results)) return { failed: 0, broken: true, output };
  const { numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
  return { failed: numFailedTests, broken: numRuntimeErrorTestSuites > 0, output };
}
