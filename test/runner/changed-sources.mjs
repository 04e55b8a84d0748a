import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Tests that read the documents, the manifests and the sources as text. */
const READ_AS_TEXT = 'test/{docs,deployment,structure}/*.spec.ts';
/** Tests that start the programs in `dist/`, or the examples. */
const START_PROGRAMS = 'test/{browser,e2e,faults}/*-spec.ts';
const EVERY_TEST = ['{apps,libs,scripts,test}/**/*-spec.ts', '{apps,libs,scripts,test}/**/*.spec.ts'];
/** Every test that runs the commands of a document imports it. */
const READER_OF_DOCUMENTS = 'test/support/pages.ts';

const DOCUMENT = /\.md$/;
const USED_BY_PROGRAMS = /^(apps|deploy|docker|examples|libs|scripts)\//;
const TEST = /[.-]spec\.ts$/;
const SOURCE = /\.(ts|tsx|mjs)$/;
const SETTINGS = /^((package|package-lock|tsconfig|nest-cli)\.json|jest\.(unit\.)?config\.mjs|test\/runner\/)/;
/** What modules read or import. */
const USED_BY_MODULES = /^(apps|libs|scripts|test)\//;

/**
 * Files from which Jest finds the tests that the changes since `main` can break: the changed files, and test files that use changed files
 * without importing them. Jest does not know who read an asset or imported a module that is gone: then they are all tests.
 *
 * @param {string} root of the checkout
 * @returns {string[]} paths from the root; empty if nothing has changed
 * @throws {Error} if there is no branch `main`
 */
export function changedSources(root) {
  requireMain(root);
  const differing = git(root, 'diff', '--name-only', '--no-renames', '--merge-base', 'main');
  const changed = [...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')];
  const isSource = (/** @type {string} */ path) => SOURCE.test(path) && existsSync(join(root, path));
  const patterns = changed.length > 0 ? [READ_AS_TEXT] : [];
  if (changed.some((path) => DOCUMENT.test(path))) patterns.push(READER_OF_DOCUMENTS);
  if (changed.some((path) => USED_BY_PROGRAMS.test(path) && !TEST.test(path))) patterns.push(START_PROGRAMS);
  if (changed.some((path) => SETTINGS.test(path) || (USED_BY_MODULES.test(path) && !DOCUMENT.test(path) && !isSource(path))))
    patterns.push(...EVERY_TEST);
  return [...new Set([...changed.filter(isSource), ...globSync(patterns, { cwd: root })])];
}

/** @param {string} root */
function requireMain(root) {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', 'main^{commit}'], { cwd: root, stdio: 'ignore' });
  } catch {
    throw new Error('--changed compares with the branch main, which is not here: git fetch origin main:main');
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function git(root, ...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
