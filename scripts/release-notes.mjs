/**
 * `node scripts/release-notes.mjs v1.2.3`: prints the release's section of CHANGELOG.md. Fails if package.json has another version or the
 * release has no section, so that the tag is not released.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} tag such as `v1.2.3`
 * @param {{ changelog: string, version: string }} sources the text of CHANGELOG.md, and the version of package.json
 * @returns {string} the section of the release, without its heading
 * @throws {Error} with what to do
 */
export function readReleaseNotes(tag, { changelog, version }) {
  if (tag !== `v${version}`) throw new Error(`the tag must be v${version}, as package.json says. Received: ${tag}`);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}] - `));
  if (!section) throw new Error(`CHANGELOG.md has no section "## [${version}] - DATE": rename "## [Unreleased]", and begin a new one`);
  const notes = section
    .slice(section.indexOf('\n'))
    .replaceAll(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
  if (notes === '') throw new Error(`the section of ${version} in CHANGELOG.md is empty`);
  return notes;
}

/** @param {string} name of a file in the root of the repository */
const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(read('package.json'));
  console.log(readReleaseNotes(process.argv[2] ?? '', { changelog: read('CHANGELOG.md'), version }));
}
