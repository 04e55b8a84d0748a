import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '../test/support/test-folder.mjs';
import { ROOT } from '../test/support/npm-start.js';
import { readImagePackages } from './image-packages.mjs';

const DIST = join(ROOT, 'dist');
/** Mebibytes that dist/ may have. The rest of the 200 of an image: Node 121, the base 26, measured on a stand-in, and 10 to spare. */
const BUDGET_MIB = 43;
const LICENCE = /^(licen[cs]e|notice|copying|patents)/i;

describe('the bundled programs', () => {
  let image: string;

  beforeAll(() => {
    image = makeTestFolder('bundle');
    cpSync(DIST, join(image, 'dist'), { recursive: true });
    copyFileSync(join(ROOT, 'package.json'), join(image, 'package.json'));
  });

  afterAll(() => rmSync(image, { recursive: true }));

  it.each(['auth/src/main.js', 'management/src/main.js', 'management/src/migrate.js'])('load without other packages: %s', (program) => {
    const run = (env: Record<string, string>) => {
      try {
        return execFileSync(process.execPath, [join(image, 'dist/apps', program)], { env, cwd: image, encoding: 'utf8', stdio: 'pipe' });
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    };

    expect(run({})).toMatch(/^DATABASE_URL/);
  });

  it('read the version of the package.json beside dist/', () => {
    const cli = join(image, 'dist/apps/management/src/cli/main.js');

    expect(execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' })).toBe('0.1.0\n');
  });

  it('stay below their part of the 200 MiB of an image', () => {
    const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

    expect(bytes / 2 ** 20).toBeGreaterThan(20);
    expect(bytes / 2 ** 20).toBeLessThan(BUDGET_MIB);
  });

  it('come with the licences of their packages', () => {
    const licensed = readImagePackages().filter(({ path }) => {
      const folder = join(ROOT, 'node_modules', path);
      return existsSync(folder) && readdirSync(folder).some((name) => LICENCE.test(name));
    });

    expect(licensed.length).toBeGreaterThan(150);
    expect(licensed.filter(({ path }) => !existsSync(join(DIST, 'licences', path))).map(({ name }) => name)).toEqual([]);
  });
});
