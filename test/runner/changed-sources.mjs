import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that read the documents, the manifests and the sources as text. */
const READ_AS_TEXT = 'test/{docs,deployment,structure}/*.spec.ts';
/** Tests that start the programs in `dist/`. */
const START_PROGRAMS = 'test/{e2e,faults}/*-spec.ts';
const IN_PROGRAMS = /^(apps|examples|libs|scripts)\//;
const TEST_SETTINGS = /^(package-lock\.json|jest\.config\.mjs|test\/runner\/)/;

/**
 * Files from which Jest finds the tests that the changes since `main` can break: the changed files, and test files that use changed files
 * without importing them.
 *
 * @param {string} root of the checkout
 * @returns {string[]} paths from the root
 */
export function changedSources(root) {
  const changed = [...git(root, 'diff', '--name-only', '--merge-base', 'main'), ...git(root, 'ls-files', '--others', '--exclude-standard')];
  const patterns = changed.length > 0 ? [READ_AS_TEXT] : [];
  if (changed.some((path) => IN_PROGRAMS.test(path))) patterns.push(START_PROGRAMS);
  if (changed.some((path) => TEST_SETTINGS.test(path)))
    patterns.push('{apps,libs,scripts,test}/**/*-spec.ts', '{apps,libs,scripts}/**/*.spec.ts');
  const sources = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(root, path)));
  return [...new Set([...sources, ...globSync(patterns, { cwd: root })])];
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function git(root, ...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
