import imported from '@jest/test-sequencer';

/** As Node.js imports it; its types describe the result of `require`. */
const TestSequencer = /** @type {typeof imported.default} */ (/** @type {unknown} */ (imported));

/** The kinds of tests that wait most of their time, for servers and browsers. */
const WAITING = /\.(fault|browser|e2e)-spec\.ts$/;

/**
 * Jest's order, the slowest files of the last run first. Each file that waits is followed by its share of the others, slow and fast ones, so
 * that the cores have work throughout.
 */
export default class Sequencer extends TestSequencer {
  /**
   * @param {import('@jest/test-result').Test[]} tests
   * @override
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const waiting = sorted.filter(({ path }) => WAITING.test(path));
    const others = sorted.filter(({ path }) => !WAITING.test(path));
    if (waiting.length === 0) return others;
    return waiting.flatMap((test, index) => [test, ...others.filter((_other, place) => place % waiting.length === index)]);
  }
}
