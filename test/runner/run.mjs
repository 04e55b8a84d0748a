import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changedSources } from './changed-sources.mjs';
import { canInstall, install } from './install.mjs';
import { missingPrograms, packagesOf, sourceOf } from './programs.mjs';

/**
 * Runs the tests that can run on this machine, and lists the others with the reason.
 *
 *     npm test -- [--changed] [arguments of Jest]                 every test; installs what is missing where it can
 *     npm run test:integration -- [--changed] [arguments of Jest] those on PostgreSQL; installs nothing
 *
 * `--changed` chooses the tests that the changes since `main` can break. It fails if a test fails, or, where CI is set, if one did not run whose
 * program Debian has.
 */

/** @typedef {{ file: string, program: import('./programs.mjs').Program }} NotRun a test file, and a program that it needs */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const JEST = fileURLToPath(import.meta.resolve('jest/bin/jest'));
/** For the workers too, in megabytes: while a heap grows from nothing, V8 marks it again and again, which took a tenth of the CPU of test:integration. */
const HEAP_OPTION = '--initial-old-space-size=1024';
/** Options that set the number of workers. */
const WORKERS_OPTION = /^(-i$|-w|--runInBand|--maxWorkers)/;
const CHANGED_OPTION = /^--changed(=|$)/;
/** With these, Jest would list files as JSON. */
const REPORT_OPTION = /^--(json|outputFile)\b/;

const [tier = 'all', ...rest] = process.argv.slice(2);
const isAll = tier === 'all';
/** On each core: test files wait about half of the time. More workers spend more on loading what they test, and on each other's caches. */
const WORKERS_PER_CORE = 2;
/** Each takes up to 40 of the 1,000 connections of the tests' PostgreSQL. */
const MAX_WORKERS = 24;
const tierArgs = isAll ? [] : ['--testRegex', '\\.int-spec\\.ts$'];
const changed = rest.some((arg) => CHANGED_OPTION.test(arg)) ? findChanged() : undefined;
const chosen = changed ? ['--findRelatedTests', '--passWithNoTests', ...changed] : [];
// Jest takes the words after --testRegex for more expressions: the chosen paths come first.
const args = [...rest.filter((arg) => arg !== '--changed'), ...tierArgs, ...chosen];

const complaint = isAll && canInstall() ? installMissing() : undefined;
const notRun = await findTestsWith(missingPrograms());
// Of two numbers of workers Jest takes the first.
const workers = args.some((arg) => WORKERS_OPTION.test(arg))
  ? []
  : [`--maxWorkers=${Math.min(MAX_WORKERS, WORKERS_PER_CORE * availableParallelism())}`];
const { status } = spawnSync(process.execPath, [HEAP_OPTION, JEST, ...workers, ...args, ...ignoring(notRun)], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (notRun.length > 0) report(notRun);
const couldRun = packagesOf(notRun.map(({ program }) => program)).length > 0;
process.exitCode = status !== 0 || (couldRun && process.env['CI']) ? 1 : 0;

/**
 * Ends this process if nothing has changed, or if that is unknown.
 *
 * @returns {string[]}
 */
function findChanged() {
  try {
    if (!rest.includes('--changed')) throw new Error('--changed takes no value: it compares with the branch main');
    const path = rest.find((arg) => !arg.startsWith('-') && existsSync(join(ROOT, arg)));
    if (path !== undefined) throw new Error(`--changed chooses the test files itself: leave out ${path}`);
    const sources = changedSources(ROOT);
    if (sources.length > 0) return sources;
    console.log('Nothing has changed since main: no test can have broken.');
    return process.exit(0);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    return process.exit(1);
  }
}

/** @returns {string | undefined} why it could not */
function installMissing() {
  const packages = packagesOf(missingPrograms());
  if (packages.length === 0) return undefined;
  console.log(`Installing what the tests need: ${packages.join(' ')}`);
  return install(packages);
}

/**
 * Those of the chosen test files that need one of the programs.
 *
 * @param {import('./programs.mjs').Program[]} programs
 * @returns {Promise<NotRun[]>}
 */
async function findTestsWith(programs) {
  if (programs.length === 0) return [];
  const [files, ...lists] = await Promise.all([
    listTests(args.filter((arg) => !REPORT_OPTION.test(arg))),
    ...programs.map(({ startedBy }) => listTests([...tierArgs, '--findRelatedTests', ...startedBy])),
  ]);
  return programs.flatMap((program, n) => {
    const needing = new Set(lists[n]);
    return files.filter((file) => needing.has(file)).map((file) => ({ file: relative(ROOT, file), program }));
  });
}

/**
 * @param {string[]} names arguments of Jest
 * @returns {Promise<string[]>} paths
 */
async function listTests(names) {
  const listing = promisify(execFile)(process.execPath, [JEST, ...names, '--listTests'], { cwd: ROOT, maxBuffer: Infinity });
  // Of wrong arguments the run itself complains.
  const { stdout } = await listing.catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

/** @param {NotRun[]} files */
function ignoring(files) {
  return files.length === 0
    ? []
    : [
        '--passWithNoTests',
        '--testPathIgnorePatterns',
        '/node_modules/',
        ...new Set(files.map(({ file }) => `/${file.replaceAll('.', '\\.')}$`)),
      ];
}

/** @param {NotRun[]} files */
function report(files) {
  const programs = new Set(files.map(({ program }) => program));
  console.log(`\n${new Set(files.map(({ file }) => file)).size} test files did not run here:`);
  console.table(files.map(({ file, program }) => ({ 'did not run': file, 'for it needs': program.name, 'brought by': sourceOf(program) })));
  const packages = packagesOf([...programs]).join(' ');
  if (packages) console.log(`On Debian this installs what is missing: sudo apt-get install --no-install-recommends ${packages}`);
  if (complaint) console.log(`apt-get could not:\n${complaint}`);
}
