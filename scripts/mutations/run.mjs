import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CheckoutCopy } from './checkout-copy.mjs';
import { findFault, removeControl, toNamePattern } from './mutation.mjs';
import { MUTATIONS } from './mutations.mjs';

/**
 * Removes security controls one at a time, and runs the test that must notice.
 *
 *     npm run test:mutations                    every control of docs/security-tests.md
 *     npm run test:mutations -- 'constant time' those whose names contain the text
 *
 * It fails if a test passes without its control.
 */

/** @typedef {import('./mutation.mjs').Mutation} Mutation */
/** @typedef {{ failed: number, broken: boolean, output: string }} Outcome the number of failed tests; whether a file could not be loaded */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECOND_MS = 1_000;
/** Without a control a test may leave a connection open: Jest ends anyway, or is killed. */
const TEST_TIMEOUT_MS = 180_000;
const wanted = process.argv.slice(2).join(' ');
const chosen = MUTATIONS.filter(({ control }) => control.includes(wanted));

process.exitCode = run();

/** @returns {number} exit code */
function run() {
  const faults = chosen.map((mutation) => findFault(ROOT, mutation)).filter((fault) => fault !== null);
  if (chosen.length === 0) faults.push(`no control has a name with "${wanted}": see docs/security-tests.md`);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  // Ctrl-C ends the test that runs, and then this run, which removes its copy.
  process.on('SIGINT', () => {});
  const copy = new CheckoutCopy(ROOT);
  try {
    return passesWithControls(copy) && tryAll(copy) ? 0 : 1;
  } finally {
    copy.remove();
  }
}

/**
 * Whether the tests pass with all controls in place.
 *
 * @param {CheckoutCopy} copy
 */
function passesWithControls({ root }) {
  const files = [...new Set(chosen.map(({ test }) => test.file))];
  const { failed, broken, output } = runTests(root, files);
  if (failed === 0 && !broken) return true;
  console.error(`${output}\nThe tests must pass before controls are removed.`);
  return false;
}

/**
 * @param {CheckoutCopy} copy
 * @returns {boolean} whether every removal was noticed
 */
function tryAll(copy) {
  let noticed = 0;
  for (const mutation of chosen) {
    const startedAt = Date.now();
    const fault = tryOne(copy, mutation);
    if (fault === null) noticed += 1;
    const seconds = ((Date.now() - startedAt) / SECOND_MS).toFixed(1).padStart(5);
    console.log(`${fault === null ? 'noticed' : 'FAILED '} ${seconds} s  ${mutation.control}${fault === null ? '' : `: ${fault}`}`);
  }
  console.log(`${noticed} of ${chosen.length} removed controls were noticed`);
  return noticed === chosen.length;
}

/**
 * @param {CheckoutCopy} copy
 * @param {Mutation} mutation
 * @returns {string | null} null if the test failed without the control
 */
function tryOne(copy, mutation) {
  const { file, title } = mutation.test;
  const restore = copy.change(mutation.file, (source) => removeControl(source, mutation));
  const { failed, broken, output } = runTests(copy.root, [file], ['-t', toNamePattern(title)]);
  restore();
  if (broken) return `the test could not run:\n${output}`;
  return failed === 0 ? `"${title}" in ${file} passes without it` : null;
}

/**
 * @param {string} root of the copy
 * @param {string[]} files
 * @param {string[]} more arguments of Jest
 * @returns {Outcome}
 */
function runTests(root, files, more = []) {
  const results = join(root, 'mutation-results.json');
  rmSync(results, { force: true });
  const jest = ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js')];
  const args = ['--runInBand', '--forceExit', '--json', '--outputFile', results, ...more, '--runTestsByPath', ...files];
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', timeout: TEST_TIMEOUT_MS });
  const { stderr: output, signal } = spawnSync(process.execPath, [...jest, ...args], options);
  if (signal === 'SIGINT') throw new Error('interrupted');
  if (!existsSync(results)) return { failed: 0, broken: true, output };
  const { numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
  return { failed: numFailedTests, broken: numRuntimeErrorTestSuites > 0, output };
}
