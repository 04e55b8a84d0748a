import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A release that a newer one must be able to replace without an outage.
 *
 * @typedef {object} Release
 *
 * @property {string} version
 * @property {string} commit its full hash, because a clone may have no tags
 * @property {Record<string, string[]>} absentPackages packages that its programs import but `npm ci` no longer installs, with the imported
 * names. Only packages that the programs do not call with the tests' settings are permitted
 */

/** The previous release. `node scripts/release/record.mjs` writes the file. @type {Release} */
export const LAST_RELEASE = JSON.parse(readFileSync(new URL('../../test/upgrade/release.json', import.meta.url), 'utf8'));

/** Its schema, as SQL for an empty database. */
export const LAST_SCHEMA = fileURLToPath(new URL(`../../test/upgrade/schema-${LAST_RELEASE.version}.sql`, import.meta.url));

/**
 * Whether git has a commit, because a shallow clone and an unpacked archive lack old ones.
 *
 * @param {string} root of the checkout
 *
 * @param {string} commit
 */
export function hasCommit(root, commit) {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0;
}
