import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** @import { Release } from './last-release.mjs' */

/** Below node_modules, so that the programs find the packages of the checkout. */
const CACHE = 'node_modules/.cache/latchkey-releases';
/** The input of `npm run build`. */
const SOURCES = ['apps', 'libs', 'scripts', 'nest-cli.json', 'package.json', 'tsconfig.json'];
const MAX_ARCHIVE_BYTES = 2 ** 28;

/**
 * Builds a release with its commit's own build and the packages of this checkout, unless it has already been built.
 *
 * @param {string} root of the checkout
 *
 * @param {Pick<Release, 'commit' | 'absentPackages'>} release
 * @returns {Promise<string>} a folder with package.json and dist
 * @throws {Error} with the output of the failed build
 */
export async function buildRelease(root, { commit, absentPackages }) {
  const folder = join(root, CACHE, commit);
  if (!existsSync(folder)) await build(root, { commit, absentPackages, folder });
  return folder;
}

/**
 * @param {string} root
 * @param {Pick<Release, 'commit' | 'absentPackages'> & { folder: string }} release
 */
async function build(root, { commit, absentPackages, folder }) {
  // Not below node_modules, where the compiler would not resolve imports of @latchkey/....
  const sources = mkdtempSync(join(tmpdir(), 'latchkey-release-'));
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    const archive = execFileSync('git', ['archive', commit, ...SOURCES], { cwd: root, maxBuffer: MAX_ARCHIVE_BYTES });
    execFileSync('tar', ['-x', '-C', sources], { input: archive });
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
    await promisify(execFile)('npm', ['run', 'build'], { cwd: sources });
    for (const result of ['dist', 'package.json']) cpSync(join(sources, result), join(unfinished, result), { recursive: true });
    for (const [name, imports] of Object.entries(absentPackages)) writeStandIn(join(unfinished, 'node_modules', name), imports);
    renameSync(unfinished, folder);
  } finally {
    for (const path of [sources, unfinished]) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder of the package
 * @param {string[]} imports names that it must export
 */
function writeStandIn(folder, imports) {
  const lines = imports.map((name) => (name === 'default' ? 'export default class {}' : `export class ${name} {}`));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(folder, 'index.js'), lines.join('\n'));
}
