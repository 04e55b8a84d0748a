import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURES = fileURLToPath(new URL('./fixtures/code/', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

/** The rules that must reject each fixture, each as often as it is listed. */
const WALLS = {
  'settings-only-in-config': ['node(no-process-env)'],
  'environment-only-in-config': ['eslint(no-restricted-imports)'],
  'one-kind-of-error': ['eslint(no-restricted-imports)'],
  'one-door-by-alias': ['eslint(no-restricted-imports)'],
  'no-global-crypto': ['eslint(no-restricted-globals)'],
  'no-console': ['eslint(no-console)'],
  'few-parameters': ['house(max-params)', 'house(max-params)'],
  'tables-have-one-writer': ['eslint(no-restricted-imports)'],
  'no-module-mocks': ['jest(no-restricted-jest-methods)'],
};

interface Diagnostic {
  code: string;
  filename: string;
  message: string;
}

/** What oxlint finds under `directory`, by the settings that lie there. */
async function lint(directory: string): Promise<Diagnostic[]> {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [OXLINT, '--format', 'json'], { cwd: directory, maxBuffer: 1e8 }, (_failed, stdout) => resolve(stdout));
  });
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

describe('the walls that are no imports of a file', () => {
  it('have broken code for every one', async () => {
    expect((await readdir(FIXTURES)).toSorted()).toEqual(Object.keys(WALLS).toSorted());
  });

  it.each(Object.entries(WALLS))('%s is caught, alone', async (wall, rules) => {
    // In a directory of its own: the linter's settings depend on paths, and ignore the fixtures.
    const house = await mkdtemp(join(tmpdir(), 'latchkey-walls-'));
    try {
      await cp(join(ROOT, '.oxlintrc.json'), join(house, '.oxlintrc.json'));
      await cp(join(ROOT, 'scripts/oxlint-house.mjs'), join(house, 'scripts/oxlint-house.mjs'));
      await cp(join(FIXTURES, wall), house, { recursive: true });
      expect((await lint(house)).map(({ code }) => code)).toEqual(rules);
    } finally {
      await rm(house, { recursive: true });
    }
  });

  it('are whole in this house', async () => {
    expect((await lint(ROOT)).map(({ code, filename, message }) => `${filename}: ${code} ${message}`)).toEqual([]);
  });
});
