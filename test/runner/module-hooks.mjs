import { existsSync, globSync, readFileSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, registerHooks, setSourceMapsSupport } from 'node:module';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModulePlaces } from './module-places.mjs';

const JEST_GLOBALS = new URL('./globals.mjs', import.meta.url).href;
const OUR_LIBRARY = /^@latchkey\/([^/]+)$/;
const TRANSFORM_OPTIONS = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
  collectCoverage: false,
  collectCoverageFrom: [],
  /** @type {'v8'} */
  coverageProvider: 'v8',
};

/** @import { ScriptTransformer } from '@jest/transform' */

/**
 * Lets Node.js import our TypeScript as `tsconfig.json` says, in this process: `@latchkey/x` is a library's source, `./x.js` is
 * `./x.ts`, and `@jest/globals` are those of the running test file.
 *
 * @param {string} rootDir of the project
 * @param {ScriptTransformer} transformer that Jest is configured with; it keeps what it has transformed
 * @returns a function that keeps what spares time in later runs. Else a worker that fills empty caches would write all of it at its exit. In CI no run
 *   comes later, and to write it takes each worker more than a second
 */
export function loadSources(rootDir, transformer) {
  const places = new ModulePlaces(rootDir);
  setSourceMapsSupport(true);
  const isKept = !process.env['CI'];
  if (isKept) enableCompileCache(join(rootDir, 'node_modules/.cache/node'));
  registerHooks({
    resolve(specifier, context, next) {
      const url = urlOf(specifier, context.parentURL, rootDir);
      return url ? { url, format: 'module', shortCircuit: true } : places.find(specifier, context, () => next(specifier, context));
    },
    load(url, context, next) {
      if (!isSource(url)) return next(url, context);
      return { format: 'module', source: transform(fileURLToPath(url), transformer), shortCircuit: true };
    },
  });
  return () => {
    if (!isKept) return;
    flushCompileCache();
    places.save();
  };
}

/**
 * Transforms all sources, so that the workers find them. Else each of them transforms the same ones when they start with an empty cache.
 *
 * @param {string} rootDir of the project
 * @param {ScriptTransformer} transformer
 */
export async function transformSources(rootDir, transformer) {
  for (const path of globSync('{apps,libs,scripts,test}/**/*.ts', { cwd: rootDir })) {
    try {
      transform(join(rootDir, path), transformer);
    } catch {
      // The test file that imports it says what is wrong.
    }
    await nextTurn();
  }
}

/**
 * @param {string} path
 * @param {ScriptTransformer} transformer
 */
function transform(path, transformer) {
  return transformer.transform(path, TRANSFORM_OPTIONS, readFileSync(path, 'utf8')).code;
}

/**
 * @param {string} specifier
 * @param {string | undefined} parent URL of the importing module
 * @param {string} rootDir
 */
function urlOf(specifier, parent, rootDir) {
  if (specifier === '@jest/globals') return JEST_GLOBALS;
  const [, library] = OUR_LIBRARY.exec(specifier) ?? [];
  if (library) return pathToFileURL(join(rootDir, 'libs', library, 'src/index.ts')).href;
  if (!parent || !isSource(parent) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined;
  const source = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(source) ? source.href : undefined;
}

/** @param {string} url */
function isSource(url) {
  return url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
}
