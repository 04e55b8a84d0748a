import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readImagePackages } from './image-packages.mjs';
import { isNeeded } from './prune-packages.mjs';

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
/** Mebibytes that the packages of an image may have. The rest of the 200: Node 121, the base 26 to 37. */
const BUDGET_MIB = 42;

/** The size of a package's needed files, in bytes, without the packages in it. */
function sizeOf(path: string): number {
  const sizes = readdirSync(join(MODULES, path), { withFileTypes: true }).map((entry) => {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : sizeOf(inside);
    return isNeeded(inside) ? statSync(join(MODULES, inside)).size : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The file that Node.js loads for a package, if it has one. */
function resolveMain(path: string): string[] {
  const name = path.replace(/^.*node_modules\//, '');
  const from = join(MODULES, path, '..', 'none.js');
  try {
    return [createRequire(pathToFileURL(from)).resolve(name)];
  } catch {
    return [];
  }
}

describe('the packages of an image', () => {
  it('stay below their part of 200 MiB', () => {
    const size = readImagePackages()
      .filter(({ path }) => existsSync(join(MODULES, path)))
      .reduce((sum, { path }) => sum + sizeOf(path), 0);

    expect(size / 2 ** 20).toBeGreaterThan(20);
    expect(size / 2 ** 20).toBeLessThan(BUDGET_MIB);
  });

  it('keep the file that each of them is loaded by', () => {
    const mains = readImagePackages().flatMap(({ path }) => resolveMain(path));

    expect(mains.length).toBeGreaterThan(200);
    expect(mains.filter((file) => !isNeeded(file.slice(MODULES.length + 1).replaceAll('\\', '/')))).toEqual([]);
  });

  it.each(['LICENSE', 'LICENSE.md', 'license.txt', 'NOTICE.md', 'COPYING'])('keep their licences: %s', (file) => {
    expect(isNeeded(`@scope/package/${file}`)).toBe(true);
  });

  it.each([
    'README.md',
    'index.d.ts',
    'index.js.map',
    'src/index.ts',
    'test/index.js',
    'node_modules/@other/name/docs/index.js',
    'dist-es/index.js',
  ])('lose what no process loads: %s', (file) => {
    expect(isNeeded(`@smithy/core/${file}`)).toBe(false);
  });

  it.each(['index.js', 'dist/test/index.js', 'package.json', 'dist/index.cjs'])('keep what a process may load: %s', (file) => {
    expect(isNeeded(`package/${file}`)).toBe(true);
  });
});
