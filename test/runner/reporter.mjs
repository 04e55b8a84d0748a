import { relative } from 'node:path';
import { DefaultReporter } from '@jest/reporters';
import { cpuSecondsOfTree } from './cpu-time.mjs';

const SLOWEST = 10;
const SECOND_MS = 1_000;

/** Jest's own report, with a rerun command for each failing file, and the slowest files and the CPU time at the end. */
export default class Reporter extends DefaultReporter {
  /**
   * @param {string} testPath
   * @param {import('@jest/types').Config.ProjectConfig} config
   * @param {import('@jest/test-result').TestResult} result
   * @override
   */
  printTestFileHeader(testPath, config, result) {
    if (result.numFailingTests > 0 || result.testExecError) this.log(`Run it again: ${commandFor(relative(config.rootDir, testPath))}`);
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
    this.log(`\nThe slowest of ${files.length} test files, with the CPU of their processes and without that of PostgreSQL:`);
    for (const file of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) this.log(line(file.seconds, file.cpu, file.path));
    this.log(line((Date.now() - results.startTime) / SECOND_MS, cpuSecondsOfTree(), 'in all, with PostgreSQL'));
  }
}

/** @param {string} path of a test file, from the root */
function commandFor(path) {
  if (path.endsWith('.int-spec.ts')) return `npm run test:integration -- ${path}`;
  return /^(apps|libs)\/.*\.spec\.ts$/.test(path) ? `npm run test:unit -- ${path}` : `npm test -- ${path}`;
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
