import imported from '@jest/test-sequencer';

/** As Node.js imports it; its types describe the result of `require`. */
const TestSequencer = /** @type {typeof imported.default} */ (/** @type {unknown} */ (imported));

/** The kinds of tests that wait most of their time, for servers and browsers; the longest come first. */
const WAITING = ['fault-spec', 'browser-spec', 'e2e-spec'];
/** How many of the others follow each of them. */
const OTHERS = 2;

/**
 * Jest's order, the slowest files of the last run first, within each kind of tests. Files that wait alternate with files that do not, so that the cores
 * have work throughout, and the short unit tests come last.
 */
export default class Sequencer extends TestSequencer {
  /**
   * @param {import('@jest/test-result').Test[]} tests
   * @override
   */
  async sort(tests) {
    const sorted = (await super.sort(tests)).toSorted((one, other) => rank(one.path) - rank(other.path));
    const waiting = sorted.filter(({ path }) => rank(path) < WAITING.length);
    const others = sorted.filter(({ path }) => rank(path) >= WAITING.length);
    const mixed = waiting.flatMap((test, index) => [test, ...others.slice(index * OTHERS, (index + 1) * OTHERS)]);
    return [...mixed, ...others.slice(waiting.length * OTHERS)];
  }
}

/** @param {string} path */
function rank(path) {
  const found = [...WAITING, 'int-spec'].findIndex((kind) => path.endsWith(`.${kind}.ts`));
  return found === -1 ? WAITING.length + 1 : found;
}
