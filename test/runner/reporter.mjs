import { relative } from 'node:path';
import { DefaultReporter } from '@jest/reporters';

const SLOWEST = 10;
const SECOND_MS = 1_000;

/** Jest's own report, with a rerun command for each failing file, and the slowest files at the end. */
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
    const files = results.testResults.map(({ testFilePath, perfStats }) => ({
      path: relative(process.cwd(), testFilePath),
      ms: perfStats.runtime,
    }));
    this.log(`\nThe slowest of ${files.length} test files:`);
    for (const { path, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) this.log(`${seconds(ms)} s  ${path}`);
    this.log(`${seconds(Date.now() - results.startTime)} s  in all`);
  }
}

/** @param {string} path of a test file, from the root */
function commandFor(path) {
  if (path.endsWith('.int-spec.ts')) return `npm run test:integration -- ${path}`;
  return /^(apps|libs)\/.*\.spec\.ts$/.test(path) ? `npm run test:unit -- ${path}` : `npm test -- ${path}`;
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / SECOND_MS).toFixed(1).padStart(6);
}
