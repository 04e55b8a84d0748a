/**
 * Exits with one line if Node.js is older than package.json requires. `node --import` loads it before a program, or a program imports it
 * first. It must run on any Node.js, so it uses no recent syntax and no package.
 */
import { readFileSync } from 'node:fs';

/**
 * @param {string} version such as 20.19.2
 * @param {string} range of package.json, which begins with the oldest version that it permits: ^22.22.3 || >=24
 * @returns {string | null} the message for the user, or null if the version is not older
 */
export function findNodeVersionError(version, range) {
  const [oldest = ''] = /\d+(\.\d+)*/.exec(range) || [];
  const needed = oldest.split('.').map(Number);
  const present = version.split('.').map(Number);
  const difference = needed.map((part, place) => (present[place] || 0) - part).find((each) => each !== 0) || 0;
  if (difference >= 0) return null;
  return `Latchkey needs Node.js ${oldest} or newer, and this is ${version}: run "npm ci", which brings one on Linux and Windows, or install it`;
}

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const error = findNodeVersionError(process.versions.node, engines.node);
if (error !== null) {
  console.error(error);
  process.exit(1);
}
