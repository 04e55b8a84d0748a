import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The removal of one security control, and the test that must fail then.
 *
 * @typedef {object} Mutation
 * @property {string} control what the code enforces
 * @property {string} rule the section of a standard, or the promise of ours, that asks for it
 * @property {string} file that enforces it
 * @property {string} text of the file, which occurs once
 * @property {string} replacement
 * @property {MutationTest} test
 */

/**
 * @typedef {object} MutationTest
 * @property {string} file
 * @property {string} title as the source has it, with the placeholders of `it.each`
 */

/**
 * @param {string} source
 * @param {Mutation} mutation
 * @returns {string} the source without the control
 * @throws {Error} the text does not occur exactly once
 */
export function removeControl(source, { control, file, text, replacement }) {
  const occurrences = source.split(text).length - 1;
  if (occurrences !== 1) {
    throw new Error(`"${control}": the text to replace must occur once in ${file}, not ${occurrences} times. Update scripts/mutations`);
  }
  return source.replace(text, () => replacement);
}

/**
 * @param {string} root of the checkout
 * @param {Mutation} mutation
 * @returns {string | null} why the mutation cannot be tried, or null
 */
export function findFault(root, mutation) {
  const { control, file, test } = mutation;
  if (!existsSync(join(root, file))) return `"${control}": ${file} does not exist`;
  if (!existsSync(join(root, test.file))) return `"${control}": ${test.file} does not exist`;
  if (!hasTitle(readFileSync(join(root, test.file), 'utf8'), test.title)) return `"${control}": ${test.file} has no test "${test.title}"`;
  try {
    removeControl(readFileSync(join(root, file), 'utf8'), mutation);
    return null;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * @param {string} source of a test file
 * @param {string} title
 */
function hasTitle(source, title) {
  return [`'${title}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal));
}

/**
 * @param {string} title
 * @returns {string} a regular expression for the full names of the tests with this title
 */
export function toNamePattern(title) {
  const texts = title.split(/%[#disfijoOp]/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return `(^| )${texts.join('[^]*')}$`;
}
