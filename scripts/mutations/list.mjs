/**
 *     node scripts/mutations/list.mjs        prints the list of docs/security-tests.md
 *     node scripts/mutations/list.mjs NAME   prints the tests of the controls whose names contain the text
 */
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from './mutations.mjs';

/** @typedef {import('./mutation.mjs').Mutation} Mutation */

/**
 * @param {readonly Mutation[]} mutations
 * @returns {string} Markdown with each rule and its controls, in the order in which the rules first occur
 */
export function renderControls(mutations) {
  const rules = [...new Set(mutations.map(({ rule }) => rule))];
  const controlsOf = (/** @type {string} */ wanted) =>
    mutations.filter(({ rule }) => rule === wanted).map(({ control }) => `  - ${control}\n`);
  return rules.map((rule) => `- **${rule}**\n${controlsOf(rule).join('')}`).join('');
}

/**
 * @param {readonly Mutation[]} mutations
 * @param {string} name
 * @returns {string}
 */
function renderTests(mutations, name) {
  const chosen = mutations.filter(({ control }) => control.includes(name));
  return chosen.map(({ control, test }) => `${control}\n  ${test.file}: ${test.title}\n`).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name] = process.argv.slice(2);
  process.stdout.write(name === undefined ? renderControls(MUTATIONS) : renderTests(MUTATIONS, name));
}
