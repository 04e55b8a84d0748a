import { copyFileSync, cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../scripts/process.mjs';

/** Where the bundle is, below the folder that has dist/. */
export const BUNDLE = 'node_modules/.cache/latchkey';

const FIRST = 'apps/auth/src/main.js';
const PROGRAMS = [FIRST, 'apps/management/src/main.js', 'apps/management/src/migrate.js', 'apps/management/src/cli/main.js'];
/** What the auth server reads: in dist/ beside the module of the pages, here beside the program that it has become a part of. */
const ASSETS = { from: 'apps/auth/src/pages/browser', to: 'apps/auth/src/browser' };

/** The packages of this checkout, with which every release is bundled. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The folder of a bundle that is not finished, or replaced, with the process that makes it. */
const UNFINISHED = new RegExp(`^${basename(BUNDLE)}\\.(\\d+)(\\.old)?$`);

/** Runs a bundled program; each has a copy. */
const STARTER = fileURLToPath(new URL('bundled-program.mjs', import.meta.url));
/** The exit code of Node.js for a module that waits for ever. */
const WAITS_FOR_EVER = 13;

/** What a module knows of itself, as if the bundle were one. */
const META = {
  'import.meta.url': 'importMetaUrl',
  'import.meta.filename': '__filename',
  'import.meta.dirname': '__dirname',
};
/** The bundle is a function that bundled-program.mjs calls. */
const WRAPPER = { banner: { js: '(function (require, module, __filename, __dirname, importMetaUrl) {' }, footer: { js: '})' } };

/** What NestJS would use if it were there. */
const ABSENT = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', 'class-transformer/storage'];

/** The bundler asks for each import that matches: asked for every import, it takes a third longer. */
const BUILT_IN = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);

/** Loads a module of Node.js when it is first used: importing it loads all of it, including undici for node:http. */
const builtInOnDemand = {
  name: 'built-in-on-demand',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onResolve({ filter: BUILT_IN }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'built-in' } : undefined,
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

/** Only modules of ECMAScript may wait at their top level, as programs do: here they are functions that wait. */
const programIsFunction = {
  name: 'program-is-function',
  /** @param {import('esbuild').PluginBuild} bundler */
  setup(bundler) {
    bundler.onLoad({ filter: /dist.apps.*\b(main|migrate)\.js$/ }, async ({ path }) => {
      const lines = (await readFile(path, 'utf8')).split('\n');
      const { imports = [], others = [] } = Object.groupBy(lines, (line) => (line.startsWith('import ') ? 'imports' : 'others'));
      const end = `})().then(() => { if (process.exitCode === ${WAITS_FOR_EVER}) process.exitCode = undefined; });`;
      return { contents: [...imports, `process.exitCode = ${WAITS_FOR_EVER};`, '(async () => {', ...others, end].join('\n') };
    });
  },
};

/**
 * Whether dist/ or the packages have changed since they were bundled.
 *
 * @param {string} root with dist/: the checkout, or a release
 */
export function isBundleStale(root) {
  const made = modified(join(root, BUNDLE, FIRST));
  const inputs = [join(root, 'dist', FIRST), join(PACKAGES, '.package-lock.json'), fileURLToPath(import.meta.url), STARTER];
  return inputs.some((input) => modified(input) >= made);
}

/**
 * Puts each program of dist/ with all packages that it loads into a file: the hundreds of processes that a run of the tests starts need a third of
 * the time.
 *
 * @param {string} root with dist/: the checkout, or a release
 */
export async function bundlePrograms(root) {
  // Most processes that import this module bundle nothing.
  const { build, stop } = await import('esbuild');
  const unfinished = `${BUNDLE}.${process.pid}`;
  removeAbandoned(root);
  await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS.map((program) => join('dist', program)),
    outbase: 'dist',
    outdir: unfinished,
    outExtension: { '.js': '.js.bundle' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // A script that is no file of Node.js may not import; require is good for the same.
    supported: { 'dynamic-import': false },
    keepNames: true,
    // What Node.js must read and look through at each start becomes half as large. `keepNames` keeps the names that code can read.
    minify: true,
    legalComments: 'none',
    // Metadata before all decorators, whatever order the modules have.
    inject: [join(PACKAGES, 'reflect-metadata/Reflect.js')],
    // Its module for CommonJS has its parts looked for by a function that no bundler sees through.
    alias: { 'jsonc-parser': join(PACKAGES, 'jsonc-parser/lib/esm/main.js') },
    define: META,
    ...WRAPPER,
    external: ABSENT,
    plugins: [programIsFunction, builtInOnDemand, requiredInside],
    logLevel: 'error',
  });
  // Its process would stay as long as this one.
  await stop();
  // Else Node.js reads each file once more, to see which kind of module it is.
  writeFileSync(join(root, unfinished, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'dist', ASSETS.from), join(root, unfinished, ASSETS.to), { recursive: true });
  for (const program of PROGRAMS) {
    copyFileSync(STARTER, join(root, unfinished, program));
    await toAscii(join(root, unfinished, `${program}.bundle`));
  }
  replaceBundle(root, join(root, unfinished));
}

/**
 * What runs that were killed have left. In containers, processes get the same ids again and again.
 *
 * @param {string} root with dist/: the checkout, or a release
 */
function removeAbandoned(root) {
  const parent = join(root, dirname(BUNDLE));
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const owner = UNFINISHED.exec(name)?.[1];
    if (owner && (Number(owner) === process.pid || !isAlive(Number(owner)))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Several runs may bundle at the same time, all of them the same: it does not matter which bundle stays.
 *
 * @param {string} root with dist/: the checkout, or a release
 * @param {string} finished
 */
function replaceBundle(root, finished) {
  const folder = join(root, BUNDLE);
  const old = `${finished}.old`;
  try {
    renameSync(folder, old);
  } catch {
    // There was none, or another run has taken it away.
  }
  try {
    renameSync(finished, folder);
  } catch (error) {
    if (isBundleStale(root)) throw error;
    rmSync(finished, { recursive: true });
  }
  rmSync(old, { recursive: true, force: true });
}

/**
 * Escapes what esbuild has left, which is in regular expressions and comments.
 *
 * @param {string} file
 */
async function toAscii(file) {
  const text = await readFile(file, 'utf8');
  writeFileSync(
    file,
    text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** @param {string} file */
function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
