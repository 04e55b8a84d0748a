import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = 'apps/auth/src/pages/browser';

/**
 * Files that the pages load in a browser. They are served unchanged, without compilation.
 *
 * @param {string} root of the checkout
 *
 * @returns {string[]} paths below the root
 */
export function assetsOf(root) {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name !== 'tsconfig.json')
    .map((name) => join(FOLDER, name));
}

/**
 * Copies the assets to where the compiled services expect them, with the same mode in every checkout, so that two builds have the same
 * bytes.
 *
 * @param {string} root
 */
export function copyAssets(root) {
  for (const asset of assetsOf(root)) {
    const target = join(root, 'build', asset);
    cpSync(join(root, asset), target);
    chmodSync(target, 0o644);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyAssets(fileURLToPath(new URL('..', import.meta.url)));
