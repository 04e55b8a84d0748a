import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURES = fileURLToPath(new URL('./fixtures/code/', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

/** The rules that must reject each fixture, as often as listed. */
const RULES_BY_FIXTURE = {
  'settings-only-in-config': ['node(no-process-env)'],
  'environment-only-in-config': ['eslint(no-restricted-imports)'],
  'one-kind-of-error': ['eslint(no-restricted-imports)'],
  'lib-by-its-alias': ['eslint(no-restricted-imports)'],
  'no-global-crypto': ['eslint(no-restricted-globals)'],
  'no-console': ['eslint(no-console)'],
  'few-parameters': ['project(max-params)', 'project(max-params)'],
  'tables-have-one-writer': ['eslint(no-restricted-imports)'],
  'no-module-mocks': ['jest(no-restricted-jest-methods)'],
};

interface Diagnostic {
  code: string;
  filename: string;
  message: string;
}

/** The findings of oxlint under `directory`, with the settings there. */
async function lint(directory: string): Promise<Diagnostic[]> {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [OXLINT, '--format', 'json'], { cwd: directory, maxBuffer: 1e8 }, (_failed, stdout) => resolve(stdout));
  });
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

describe('the lint rules on single files', () => {
  it('have a fixture each', async () => {
    expect((await readdir(FIXTURES)).toSorted()).toEqual(Object.keys(RULES_BY_FIXTURE).toSorted());
  });

  it.each(Object.entries(RULES_BY_FIXTURE))('%s is reported by these rules only', async (fixture, rules) => {
    // In a separate directory: the linter's settings depend on paths, and ignore the fixtures.
    const project = await mkdtemp(join(tmpdir(), 'latchkey-rules-'));
    try {
      await cp(join(ROOT, '.oxlintrc.json'), join(project, '.oxlintrc.json'));
      await cp(join(ROOT, 'scripts/oxlint-project.mjs'), join(project, 'scripts/oxlint-project.mjs'));
      await cp(join(FIXTURES, fixture), project, { recursive: true });
      expect((await lint(project)).map(({ code }) => code)).toEqual(rules);
    } finally {
      await rm(project, { recursive: true });
    }
  });

  it('hold in this project', async () => {
    expect((await lint(ROOT)).map(({ code, filename, message }) => `${filename}: ${code} ${message}`)).toEqual([]);
  });
});
