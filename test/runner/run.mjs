import { execFile, spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { missingPrograms, packagesOf, sourceOf } from '../../scripts/test-programs/programs.mjs';

/**
 * Runs Jest without the tests that need a program which this machine lacks, and lists them with the reason. Jest has no condition for a
 * test file to run.
 *
 * npm test -- [arguments of Jest]
 *
 * It fails if a test fails or, if CI is set, if a test did not run although Debian has its program.
 */

/** @typedef {{ file: string, program: import('../../scripts/test-programs/programs.mjs').Program }} NotRun a test file, and a program that it needs */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const JEST = [fileURLToPath(import.meta.resolve('jest/bin/jest'))];
/** With these, Jest would list files as JSON. */
const REPORT_OPTION = /^--(json|outputFile)\b/;

const args = process.argv.slice(2);
const notRun = await findTestsWith(missingPrograms());
const { status } = spawnSync(process.execPath, [...JEST, ...args, ...ignoring(notRun)], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (notRun.length > 0) report(notRun);
const couldRun = packagesOf(notRun.map(({ program }) => program)).length > 0;
process.exitCode = status !== 0 || (couldRun && process.env['CI']) ? 1 : 0;

/**
 * The chosen test files that need one of the programs.
 *
 * @param {import('../../scripts/test-programs/programs.mjs').Program[]} programs
 *
 * @returns {Promise<NotRun[]>}
 */
async function findTestsWith(programs) {
  if (programs.length === 0) return [];
  const [files, ...lists] = await Promise.all([
    listTests(args.filter((arg) => !REPORT_OPTION.test(arg))),
    ...programs.map(({ startedBy }) => listTests(['--findRelatedTests', ...startedBy])),
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
  const listing = promisify(execFile)(process.execPath, [...JEST, ...names, '--listTests'], { cwd: ROOT, maxBuffer: Infinity });
  // The run itself complains about wrong arguments.
  const { stdout } = await listing.catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean);
}

/** @param {NotRun[]} files */
function ignoring(files) {
  if (files.length === 0) return [];
  const patterns = new Set(files.map(({ file }) => `/${file.replaceAll('.', '\\.')}$`));
  return ['--passWithNoTests', '--testPathIgnorePatterns', '/node_modules/', ...patterns];
}

/** @param {NotRun[]} files */
function report(files) {
  const programs = new Set(files.map(({ program }) => program));
  console.log(`\n${new Set(files.map(({ file }) => file)).size} test files did not run here:`);
  console.table(files.map(({ file, program }) => ({ 'did not run': file, 'for it needs': program.name, 'brought by': sourceOf(program) })));
  const packages = packagesOf([...programs]).join(' ');
  if (packages) console.log(`On Debian this installs what is missing: sudo apt-get install --no-install-recommends ${packages}`);
}
