import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PROGRAMS, bundlePrograms } from './bundle.mjs';
import { copyAssets } from './copy-assets.mjs';

const NO_INPUT = /(\.d|\.spec|\.int-spec|\.fixture)\.tsx?$/;
/** What is built, apart from apps/ and libs/, and how. */
const CONFIGURATION = ['nest-cli.json', 'tsconfig.json', 'scripts/bundle.mjs', 'node_modules/.package-lock.json'];

const CONSOLE = ['apps/console', 'libs/design', 'libs/api-client'];

/**
 * Does what `npm run build` does, unless the programs and the console are newer than everything they are built from.
 *
 * @param {string} root of the checkout
 *
 * @returns {Promise<boolean>} whether there was anything to do
 * @throws {Error} what the compiler or the bundler complained of
 */
export async function buildIfStale(root) {
  const built = await Promise.all([buildPrograms(root), buildConsole(root)]);
  return built.includes(true);
}

/** @param {string} root */
async function buildConsole(root) {
  const output = modified(join(root, 'dist/console/index.html')) ?? 0;
  const inputs = ['node_modules/.package-lock.json', ...filesOf(root, CONSOLE)];
  if (inputs.every((input) => (modified(join(root, input)) ?? 0) < output)) return false;
  await run(root, ['node_modules/vite/bin/vite.js', 'build', 'apps/console', '--logLevel', 'warn']);
  return true;
}

/** @param {string} root */
async function buildPrograms(root) {
  if (!isStale(root)) return false;
  await run(root, ['node_modules/@nestjs/cli/bin/nest.js', 'build']);
  copyAssets(root);
  await bundlePrograms(root);
  return true;
}

/**
 * @param {string} root where the program runs
 * @param {string[]} words the program and its arguments
 * @throws {Error} what the program complained of
 */
async function run(root, words) {
  // Tests build too, and React would be built for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`the build failed:\n${output}${complaint}`);
}

/**
 * The programs are written last, so that an interrupted build is stale.
 *
 * @param {string} root
 */
function isStale(root) {
  const outputs = PROGRAMS.flatMap((program) => [join('build', program), join('dist', program)]);
  const built = Math.min(...outputs.map((output) => modified(join(root, output)) ?? 0));
  const inputs = filesOf(root, ['apps', 'libs']).filter((path) => !path.startsWith('apps/console/'));
  return [...CONFIGURATION, ...inputs].some((input) => (modified(join(root, input)) ?? 0) >= built);
}

/**
 * @param {string} root
 * @param {string[]} folders
 * @returns {string[]} paths below the root
 */
function filesOf(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !NO_INPUT.test(path))
      .map((path) => join(folder, path)),
  );
}

/**
 * @param {string} path
 * @returns {number | undefined} milliseconds since the epoch
 */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
