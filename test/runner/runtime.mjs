import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setCurrentGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
/** @type {{ default: typeof import('jest-runtime').default }} */
const { default: JestRuntime } = require('jest-runtime');

const ROOT = new URL('../../', import.meta.url).href;
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;
/** What Jest itself passes for an ES module. */
const AS_MODULE = {
  isInternalModule: false,
  collectCoverage: false,
  collectCoverageFrom: [],
  coverageProvider: /** @type {const} */ ('v8'),
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};
/** Where jest-circus and expect keep the state of a test file: a symbol with this description, new each time they are loaded, and these. */
const CIRCUS_STATE = 'JEST_STATE_SYMBOL';
const CIRCUS_SETTINGS = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

/** @type {import('jest-resolve').default} Jest's resolver, with the moduleNameMapper of jest.config.mjs */
let resolver;
/** @type {import('@jest/transform').ScriptTransformer} Jest's transformer, which keeps what it has compiled */
let transformer;

/**
 * Jest's runtime, but Node.js loads the modules, once for all test files of a worker. Jest's own loader reads and compiles each module and
 * package again for every test file, which is most of the work of a short test: docs/decisions/0059-node-loads-the-tests.md.
 */
export default class Runtime extends JestRuntime {
  /** @param {ConstructorParameters<typeof JestRuntime>} args */
  constructor(...args) {
    super(...args);
    if (!resolver) startLoading();
    [, , resolver, transformer] = args;
  }

  /** @override */
  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** @override @param {string} path */
  unstable_importModule(path) {
    // Jest has installed a function that knows only the modules that Jest has loaded. Node.js has the source maps of ours.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    return import(pathToFileURL(path).href);
  }

  /** Loads jest-circus again, so that it has no state of another test file. @override @param {string} path */
  requireInternalModule(path) {
    delete require.cache[path];
    const states = Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description === CIRCUS_STATE);
    for (const symbol of [...states, ...CIRCUS_SETTINGS]) Reflect.deleteProperty(globalThis, symbol);
    return require(path);
  }

  /** @override @param {Parameters<import('jest-runtime').default['setGlobalsForRuntime']>[0]} globals */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    setCurrentGlobals(this.requireModuleOrMock(import.meta.filename, '@jest/globals'));
  }
}

function startLoading() {
  setSourceMapsSupport(true);
  registerHooks({ resolve, load });
}

/** @type {import('node:module').ResolveHookSync} */
function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  const { parentURL } = context;
  if (!parentURL || !isOurs(parentURL) || !/^(\.|@latchkey\/)/.test(specifier)) return next(specifier, context);
  const url = pathToFileURL(resolver.resolveModule(fileURLToPath(parentURL), specifier.replace(/[?#].*/, ''))).href;
  return next(url, context);
}

/** @type {import('node:module').LoadHookSync} */
function load(url, context, next) {
  if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = transformer.transform(path, AS_MODULE, readFileSync(path, 'utf8'));
  return { format: 'module', source: code, shortCircuit: true };
}

/** @param {string} url */
function isOurs(url) {
  return url.startsWith(ROOT) && !url.includes('/node_modules/');
}
