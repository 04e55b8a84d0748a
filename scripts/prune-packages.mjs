/**
 * Removes from a `node_modules` what no process loads: sources, maps, texts, tests, and builds for browsers and bundlers.
 *
 * node scripts/prune-packages.mjs node_modules
 *
 * The images contain packages pruned in this way. Licences are kept.
 */
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const UNUSED_FILES = /\.(map|md|markdown|flow|tsbuildinfo|yml|[cm]?tsx?)$/i;
const LICENCES = /^(licen[cs]e|notice|copying|patents)/i;
/** Folders at the root of a package. */
const UNUSED_FOLDERS = new Set([
  '.github',
  '__tests__',
  'benchmark',
  'benchmarks',
  'coverage',
  'docs',
  'example',
  'examples',
  'man',
  'test',
  'tests',
]);
/** Builds that Node.js does not select: for browsers, bundlers and old versions. */
const UNUSED_BUILDS = [
  /^@(aws-sdk|smithy)\/[^/]+\/dist-es(\/|$)/,
  /^bullmq\/dist\/esm(\/|$)/,
  /^class-validator\/(bundles|esm5|esm2015)(\/|$)/,
  /^libphonenumber-js\/(bundle|source)(\/|$)/,
  /^rxjs\/dist\/(bundles|esm|esm5)(\/|$)/,
  /^swagger-ui-dist\/swagger-ui(-es-bundle.*)?\.js$/,
  /^typeorm\/browser(\/|$)/,
];

/**
 * @param {string} path of a file below `node_modules`, with slashes
 * @returns {boolean} whether a process may load it, or it is a licence
 */
export function isNeeded(path) {
  const [, name = '', inside = ''] = /^(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
  // Package commands, which nothing runs.
  if (name === '.bin') return false;
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (LICENCES.test(file)) return true;
  if (UNUSED_FILES.test(file) || UNUSED_FOLDERS.has(inside.split('/')[0] ?? '')) return false;
  return !UNUSED_BUILDS.some((pattern) => pattern.test(`${name}/${inside}`));
}

/**
 * @param {string} directory a `node_modules`
 * @param {string} [below] a folder in it
 */
export function prunePackages(directory, below = '') {
  for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) prunePackages(directory, path);
    else if (below && !isNeeded(path)) rmSync(join(directory, path));
  }
  if (below && readdirSync(join(directory, below)).length === 0) rmdirSync(join(directory, below));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prunePackages(process.argv[2] ?? 'node_modules');
