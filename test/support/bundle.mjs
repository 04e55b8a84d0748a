import { cpSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the bundle is, below the root of the checkout. */
export const BUNDLE = 'node_modules/.cache/latchkey';

const FIRST = 'apps/auth/src/main.js';
const PROGRAMS = [FIRST, 'apps/management/src/main.js', 'apps/management/src/migrate.js', 'apps/management/src/cli/main.js'];
/** What the auth server reads: in dist/ beside the module of the pages, here beside the program that it has become a part of. */
const ASSETS = { from: 'apps/auth/src/pages/browser', to: 'apps/auth/src/browser' };

/** Metadata before all decorators, whatever order the pieces have; and what packages that are CommonJS look for. */
const PREAMBLE = `
import 'reflect-metadata';
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/** Packages that others would use if they were there, as TypeORM does the drivers of databases. */
const absentIsExternal = {
  name: 'absent-is-external',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'asked') return undefined;
      const found = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: 'asked' });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

/** Loads a module of Node.js when it is first used: importing it loads all of it, including undici for node:http. */
const builtInOnDemand = {
  name: 'built-in-on-demand',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    );
    bundler.onLoad({ filter: /./, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}');`,
    }));
  },
};

const REQUIRES_OUTSIDE = 'const require = createRequire(import.meta.url);';

/**
 * What these files require is else found beside the bundle, and loaded a second time: a class-transformer that has other metadata, and all of
 * TypeORM, for the names that it has no longer.
 */
const requiredInside = {
  name: 'required-inside',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onLoad(
      { filter: /@nestjs.(mapped-types.dist.type-helpers\.utils|typeorm.dist.common.typeorm-compat)\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes(REQUIRES_OUTSIDE)) throw new Error(`${path} requires otherwise than it did: see what the bundle has twice now`);
        return { contents: text.replace(REQUIRES_OUTSIDE, '') };
      },
    );
  },
};

/**
 * Puts the programs of dist/ with all packages that they load into a few files, unless that has been done since dist/ and the packages were
 * made: the hundreds of processes that a run of the tests starts need half the time for it.
 *
 * @param {string} root of the checkout
 */
export async function bundleIfStale(root) {
  const made = modified(join(root, BUNDLE, FIRST));
  const inputs = [join(root, 'dist', FIRST), join(root, 'node_modules/.package-lock.json'), fileURLToPath(import.meta.url)];
  if (inputs.every((input) => modified(input) < made)) return;
  // Loaded only by the process that bundles, because it refuses to be loaded by tests.
  const { build } = await import('esbuild');
  const unfinished = `${BUNDLE}.unfinished`;
  for (const folder of [unfinished, BUNDLE]) rmSync(join(root, folder), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS.map((program) => join('dist', program)),
    outbase: 'dist',
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    keepNames: true,
    // What Node.js must read and look through at each start becomes a third smaller.
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: PREAMBLE },
    // Its module for CommonJS has its parts looked for by a function that no bundler sees through.
    external: ['jsonc-parser', 'reflect-metadata'],
    plugins: [builtInOnDemand, requiredInside, absentIsExternal],
    logLevel: 'error',
  });
  // Else Node.js reads each file once more, to see which kind of module it is.
  writeFileSync(join(root, unfinished, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'dist', ASSETS.from), join(root, unfinished, ASSETS.to), { recursive: true });
  renameSync(join(root, unfinished), join(root, BUNDLE));
}

/** @param {string} file */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
