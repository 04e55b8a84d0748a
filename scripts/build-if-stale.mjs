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

/**
 * Does what `npm run build` does, unless the programs are newer than everything they are built from.
 *
 * @param {string} root of the checkout
 *
 * @returns {Promise<boolean>} whether there was anything to do
 * @throws {Error} what the compiler or the bundler complained of
 */
export async function buildIfStale(root) {
  if (!isStale(root)) return false;
  const child = spawn(process.execPath, [join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`the build failed:\n${output}${complaint}`);
  copyAssets(root);
  await bundlePrograms(root);
  return true;
}

/**
 * The programs are written last, so that an interrupted build is stale.
 *
 * @param {string} root
 */
function isStale(root) {
  const outputs = PROGRAMS.flatMap((program) => [join('build', program), join('dist', program)]);
  const built = Math.min(...outputs.map((output) => modified(join(root, output)) ?? 0));
  return [...CONFIGURATION, ...sources(root)].some((input) => (modified(join(root, input)) ?? 0) >= built);
}

/**
 * @param {string} root
 * @returns {string[]} paths below the root
 */
function sources(root) {
  return ['apps', 'libs'].flatMap((folder) =>
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
