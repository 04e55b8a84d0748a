/**
 * Completes package-lock.json so that `npm ci` accepts it on every platform and from every registry.
 *
 * If a registry lacks some platform's prebuilt binaries, npm omits them from the lock file, and `npm ci` then rejects that file ("Missing:
 * ... from lock file"). Each missing one gets an entry with its place and no integrity; npm skips it on other platforms and fetches it by
 * name and version on its own. Registry URLs are removed.
 *
 * Run it after changing a dependency: `npm run lock:fix`. Running it again changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean, devOptional?: boolean,
 *   peer?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 */

const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const LIBC = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

/**
 * @param {string} name of a package for one platform, such as `@oxlint/binding-linux-x64-musl`
 * @returns {Pick<Entry, 'cpu' | 'libc' | 'os'>} the platform in the name
 * @throws {Error} if there is none, because an entry without a platform would be installed everywhere
 */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = OS.filter((word) => words.includes(word));
  const cpu = CPU.filter((word) => words.includes(word));
  const libc = Object.entries(LIBC).flatMap(([word, value]) => (os.includes('linux') && words.includes(word) ? [value] : []));
  if (cpu.length === 0) throw new Error(`${name} is missing from the lock file, and its name contains no platform`);
  return { cpu, ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

/**
 * @param {Record<string, Entry>} packages the lock file's entries by path
 * @param {string} from path of the package with the dependency
 * @param {string} name of the dependency
 * @returns {string | undefined} the path where Node.js finds it, if anywhere
 */
function resolve(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    const path = `${base && `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (!base) return undefined;
  }
}

/**
 * @param {Entry} parent the package with the dependency
 * @param {string} name of the dependency
 * @param {string} version exact
 * @returns {Entry} replaces the entry that npm omitted
 * @throws {Error} for a range, which only the registry can resolve
 */
function standIn({ dev, devOptional, peer }, name, version) {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${name}@${version} is missing, and is not an exact version`);
  return { version, ...platformOf(name), ...(dev && { dev }), ...(devOptional && { devOptional }), ...(peer && { peer }), optional: true };
}

/**
 * @param {Record<string, Entry>} packages changed in place; added entries are recreated, so that none outlives its reason
 * @returns {number} the number of added entries
 */
function addMissing(packages) {
  for (const [path, entry] of Object.entries(packages)) {
    const ours = entry.optional && entry.cpu && !entry.integrity && !entry.resolved && !entry.inBundle && !entry.link;
    if (ours) delete packages[path];
  }
  let added = 0;
  for (const [from, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const found = resolve(packages, from, name);
      // npm's own entries are correct; the added ones only serve dependents on the same version.
      if (found && (packages[found]?.integrity || packages[found]?.version === version)) continue;
      packages[`${found ? `${from}/` : ''}node_modules/${name}`] = standIn(parent, name, version);
      added += 1;
    }
  }
  return added;
}

/**
 * @param {Record<string, Entry>} packages changed in place
 * @returns {number} the number of removed registry URLs
 */
function removeAddresses(packages) {
  const entries = Object.values(packages).filter((entry) => entry.resolved?.startsWith('http'));
  for (const entry of entries) delete entry.resolved;
  return entries.length;
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const removed = removeAddresses(lock.packages);
const added = addMissing(lock.packages);
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform entries stand in for npm's, ${removed} registry addresses removed`);
