import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * What `import ... from '@jest/globals'` gives in the test files. They and their modules are loaded once, while Jest makes new functions
 * for each test file: these forward to those of the running file.
 */

const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** Node's own streams, sockets and promises use these. */
/** @type {NonNullable<FakeTimersConfig['doNotFake']>} */
const NEVER_FAKED = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'hrtime', 'performance'];

/** @typedef {import('@jest/types').Config.FakeTimersConfig} FakeTimersConfig */

export const mocker = new ModuleMocker(globalThis);
export const timers = new ModernFakeTimers({ config: fakeTimersConfig(), global: globalThis });

/** @type {Record<PropertyKey, any>} */
let current = {};

/** @param {Record<string, unknown>} globals of the test file that runs now */
export function setCurrentGlobals(globals) {
  current = globals;
}

/** @param {string} name */
function currently(name) {
  return new Proxy(() => {}, {
    apply: (_target, _this, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });
}

export const describe = currently('describe');
export const it = currently('it');
export const test = currently('test');
export const expect = currently('expect');
export const beforeAll = currently('beforeAll');
export const beforeEach = currently('beforeEach');
export const afterAll = currently('afterAll');
export const afterEach = currently('afterEach');

/** The part of Jest's object that our tests use. There is no `jest.mock`, because all test files of a worker share their modules. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: (/** @type {FakeTimersConfig} */ options = {}) =>
    timers.useFakeTimers({ ...options, doNotFake: [...NEVER_FAKED, ...(options.doNotFake ?? [])] }),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
  setSystemTime: timers.setSystemTime.bind(timers),
  setTimeout: (/** @type {number} */ milliseconds) => Reflect.set(globalThis, TEST_TIMEOUT, milliseconds),
};

/** The settings of Jest that its timers read. */
function fakeTimersConfig() {
  const config = { fakeTimers: {}, rootDir: process.cwd() };
  return /** @type {import('@jest/types').Config.ProjectConfig} */ (config);
}
