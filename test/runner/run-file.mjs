import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createScriptTransformer } from '@jest/transform';
import { cpuSeconds } from './cpu-time.mjs';
import { setCurrentGlobals } from './globals.mjs';
import { loadSources } from './module-hooks.mjs';
import 'reflect-metadata';

/**
 * A `testRunner` of Jest.
 *
 * @typedef {(globalConfig: Config.GlobalConfig, config: Config.ProjectConfig, environment: JestEnvironment, runtime: Runtime, testPath: string,
 *   sendMessageToJest?: Function) => Promise<import('@jest/test-result').TestResult>} RunFile
 * @typedef {import('@jest/environment').JestEnvironment} JestEnvironment
 * @typedef {import('jest-runtime').default} Runtime
 */
/** @import { Config } from '@jest/types' */

const require = createRequire(import.meta.url);
/** @type {{ default: RunFile }} */
const { default: runWithCircus } = require(/** @type {string} */ ('jest-circus/runner'));
/** Where jest-circus keeps the event handlers of a file. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
/** What describes the symbol under which jest-circus keeps the tests and hooks of a file: a new symbol each time it is loaded. */
const STATE = 'JEST_STATE_SYMBOL';
/** Where `jest.setTimeout` keeps a file's time limit. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** @type {(() => void) | undefined} */
let keepCaches;

/**
 * Runs one test file with jest-circus as Jest does, but Node.js itself loads the modules: once for all files of a worker.
 * docs/decisions/0037-tests-as-node-modules.md says why. The result tells the reporter the CPU seconds of the file.
 *
 * @type {RunFile}
 */
export default async function runFile(globalConfig, config, environment, runtime, testPath) {
  const before = cpuSeconds();
  keepCaches ??= loadSources(config.rootDir, await createScriptTransformer(config));
  // Jest has installed a function that knows only the modules that Jest itself loads. Node.js has the source maps of ours.
  Reflect.deleteProperty(Error, 'prepareStackTrace');
  // Without the function that reports each test to Jest's main process: our reporter needs files alone.
  const result = await runWithCircus(globalConfig, config, environment, withNodeModules(runtime), testPath);
  keepCaches();
  return Object.assign(result, { cpu: cpuSeconds() - before });
}

/**
 * @param {Runtime} runtime
 * @returns {Runtime}
 */
function withNodeModules(runtime) {
  return Object.assign(Object.create(runtime), {
    requireInternalModule: requireAnew,
    setGlobalsForRuntime: setCurrentGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (/** @type {string} */ path) => import(pathToFileURL(path).href),
  });
}

/**
 * Loads the stateful part of jest-circus again, so that it has no state of another test file.
 *
 * @param {string} path
 */
function requireAnew(path) {
  delete require.cache[path];
  const states = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description === STATE);
  for (const state of states) Reflect.deleteProperty(globalThis, state);
  Reflect.deleteProperty(globalThis, EVENT_HANDLERS);
  Reflect.deleteProperty(globalThis, TEST_TIMEOUT);
  return require(path);
}
