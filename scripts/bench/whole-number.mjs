/**
 * Reads the value of an option.
 *
 * @param {string} name of the option
 * @param {string} text its value
 * @param {0 | 1} [least]
 * @returns {number}
 * @throws {Error} one line that names the option
 */
export function wholeNumber(name, text, least = 1) {
  const value = Number(text);
  const range = least === 0 ? 'from 0 on' : 'above 0';
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name}: "${text}" is no whole number ${range}`);
  return value;
}
