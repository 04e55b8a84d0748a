import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '../support/test-folder.mjs';

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
}

/** One project with all fixtures, because the linter's settings depend on paths and ignore the fixtures in their own place. */
let project: string;
let findings: Diagnostic[];

beforeAll(async () => {
  project = makeTestFolder('rules');
  for (const file of ['.oxlintrc.json', 'scripts/oxlint-project.mjs']) await cp(join(ROOT, file), join(project, file));
  for (const path of await readdir(FIXTURES, { recursive: true })) {
    if (!path.endsWith('.ts')) continue;
    const [fixture = '', ...folders] = path.split('/');
    await cp(join(FIXTURES, path), join(project, dirname(folders.join('/')), `${fixture}.${basename(path)}`));
  }
  findings = await lint(project);
});

afterAll(() => rm(project, { recursive: true }));

/** The findings of oxlint under `directory`, with the settings there. */
async function lint(directory: string): Promise<Diagnostic[]> {
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [OXLINT, '--format', 'json'], { cwd: directory, maxBuffer: 1e8 }, (_failed, stdout) => resolve(stdout));
  });
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

/** `npm run lint` applies them to the project itself. */
describe('the lint rules on single files', () => {
  it('have a fixture each', async () => {
    expect((await readdir(FIXTURES)).toSorted()).toEqual(Object.keys(RULES_BY_FIXTURE).toSorted());
  });

  it.each(Object.entries(RULES_BY_FIXTURE))('report %s with exactly the expected rules', (fixture, rules) => {
    const found = findings.filter(({ filename }) => basename(filename).startsWith(`${fixture}.`));
    expect(found.map(({ code }) => code)).toEqual(rules);
  });
});
