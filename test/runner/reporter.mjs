import { relative } from 'node:path';
import { DefaultReporter } from '@jest/reporters';
import { toNamePattern } from '../../scripts/mutations/mutation.mjs';
import { cpuSecondsOfTree } from './cpu-time.mjs';

const SLOWEST = 10;
const SECOND_MS = 1_000;
/** As jest.unit.config.mjs has it, on Windows too. */
const UNIT_TEST = /^(apps|libs|scripts)[/\\].*\.spec\.ts$/;

/** Jest's own report, with a rerun command for each failing file, and the slowest files and the CPU time at the end. */
export default class Reporter extends DefaultReporter {
  /**
   * @param {string} testPath
   * @param {import('@jest/types').Config.ProjectConfig} config
   * @param {import('@jest/test-result').TestResult} result
   * @override
   */
  printTestFileHeader(testPath, config, result) {
    if (result.numFailingTests > 0 || result.testExecError)
      this.log(`Run it again: ${commandFor(relative(config.rootDir, testPath), result)}`);
    super.printTestFileHeader(testPath, config, result);
  }

  /**
   * @param {Set<import('@jest/test-result').TestContext>} [_contexts]
   * @param {import('@jest/test-result').AggregatedResult} [results]
   * @override
   */
  onRunComplete(_contexts, results) {
    super.onRunComplete();
    if (!results || results.numTotalTestSuites < 2) return;
    const files = results.testResults.map((result) => ({
      path: relative(process.cwd(), result.testFilePath),
      seconds: result.perfStats.runtime / SECOND_MS,
      cpu: /** @type {{ cpu?: number }} */ (result).cpu ?? 0,
    }));
    const hasPostgres = process.env['TEST_POSTGRES_URL'] !== undefined;
    const without = hasPostgres ? ' and without that of PostgreSQL' : '';
    this.log(`\nThe slowest of ${files.length} test files, with the CPU of their processes${without}:`);
    for (const file of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) this.log(line(file.seconds, file.cpu, file.path));
    this.log(line((Date.now() - results.startTime) / SECOND_MS, cpuSecondsOfTree(), hasPostgres ? 'in all, with PostgreSQL' : 'in all'));
  }
}

/**
 * @param {string} path of a test file, from the root
 * @param {import('@jest/test-result').TestResult} result
 * @returns {string} a shell's command for its failed test, or for the whole file if several failed
 */
export function commandFor(path, { testExecError, testResults }) {
  const [failed, another] = testResults.filter(({ status }) => status === 'failed');
  const name = failed && !another && !testExecError ? ` -t '${toNamePattern(failed.fullName).replaceAll("'", '.')}'` : '';
  return `${scriptFor(path)} -- ${path}${name}`;
}

/** @param {string} path */
function scriptFor(path) {
  if (path.endsWith('.int-spec.ts')) return 'npm run test:integration';
  return UNIT_TEST.test(path) ? 'npm run test:unit' : 'npm test';
}

/**
 * @param {number} seconds
 * @param {number} cpu in seconds
 * @param {string} what took it
 */
function line(seconds, cpu, what) {
  return `${figure(seconds)} s  ${figure(cpu)} s CPU  ${what}`;
}

/** @param {number} seconds */
function figure(seconds) {
  return seconds.toFixed(1).padStart(6);
}
