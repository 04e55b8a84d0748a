import imported from '@jest/test-sequencer';

/** As Node.js imports it; its types describe the result of `require`. */
const TestSequencer = /** @type {typeof imported.default} */ (/** @type {unknown} */ (imported));

/** The kinds of tests that wait most come first, so that the others use the time; kinds that are not listed come last. */
const ORDER = ['fault-spec', 'browser-spec', 'e2e-spec', 'int-spec'];

/** Jest's order, the slowest files of the last run first, within each kind of tests. */
export default class Sequencer extends TestSequencer {
  /**
   * @param {import('@jest/test-result').Test[]} tests
   * @override
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => rank(one.path) - rank(other.path));
  }
}

/** @param {string} path */
function rank(path) {
  const found = ORDER.findIndex((kind) => path.endsWith(`.${kind}.ts`));
  return found === -1 ? ORDER.length : found;
}
