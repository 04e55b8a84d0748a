import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { assetsOf, copyAssets } from './copy-assets.mjs';

/** @typedef {import('node:stream').Readable} Readable */

const SOURCE = /(?<!\.d|\.spec|\.int-spec|\.fixture)\.tsx?$/;
const CONFIGURATION = ['nest-cli.json', 'tsconfig.json'];

/**
 * Compiles apps/ and libs/ into dist/ unless every source has an output that is newer.
 *
 * @param {string} root of the checkout
 * @returns {Promise<boolean>} whether there was anything to do
 * @throws {Error} what the compiler complained of
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
  return true;
}

/**
 * Each output is compared with its own source, so that the outputs of an interrupted build count.
 *
 * @param {string} root
 */
function isStale(root) {
  const configured = Math.max(...CONFIGURATION.map((name) => modified(join(root, name)) ?? 0));
  const outputs = sources(root).map((source) => [source, relative(root, source).replace(/\.tsx?$/, '.js')]);
  const assets = assetsOf(root).map((asset) => [join(root, asset), asset]);
  return [...outputs, ...assets].some(([source = '', output = '']) => {
    const built = modified(join(root, 'dist', output));
    return built === undefined || built < Math.max(configured, modified(source) ?? 0);
  });
}

/**
 * @param {string} root
 * @returns {string[]}
 */
function sources(root) {
  return ['apps', 'libs']
    .map((name) => join(root, name))
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * @param {string} path
 * @returns {number | undefined} milliseconds since the epoch
 */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
