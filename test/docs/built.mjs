/**
 * Imports a compiled library; test/runner/global-setup.mjs keeps the build up to date.
 *
 * @param {'config' | 'events' | 'problem'} lib
 */
function built(lib) {
  return import(new URL(`../../build/libs/${lib}/src/index.js`, import.meta.url).href);
}

/** @returns {Promise<typeof import('@latchkey/config')>} */
export const builtConfig = () => built('config');

/** @returns {Promise<typeof import('@latchkey/events')>} */
export const builtEvents = () => built('events');

/** @returns {Promise<typeof import('@latchkey/problem')>} */
export const builtProblem = () => built('problem');
