/**
 * The exports of `@jest/globals`. Jest creates new functions for each test file, but the modules that test files share are loaded once.
 * These exports forward calls to the functions of the running file.
 */

/** @type {Record<PropertyKey, any>} */
let current = {};

/** @param {Record<PropertyKey, any>} globals of the test file that runs now */
export function setCurrentGlobals(globals) {
  current = globals;
}

/** @param {string} name */
const currently = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });

export const describe = currently('describe');
export const it = currently('it');
export const test = currently('test');
export const expect = currently('expect');
export const beforeAll = currently('beforeAll');
export const beforeEach = currently('beforeEach');
export const afterAll = currently('afterAll');
export const afterEach = currently('afterEach');
export const jest = currently('jest');
