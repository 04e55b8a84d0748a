/**
 * Prints the software bill of materials of the images, in CycloneDX: `npm run sbom > sbom.cdx.json`.
 *
 * `npm sbom --omit dev` omits packages that development dependencies also need, such as pg. So npm lists all packages, and this script
 * selects those of an image.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readImagePackages } from './image-packages.mjs';

/** @typedef {{ ref: string, dependsOn: string[] }} Dependency */
/** @typedef {{ 'bom-ref': string, name: string }} Component */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Bom */

/**
 * @param {Bom} bom of all packages
 * @returns {Bom} of the images
 */
export function selectImagePackages({ metadata, components, dependencies, ...bom }) {
  const root = metadata.component['bom-ref'];
  const refs = new Set([root, ...readImagePackages().map(({ name, version }) => `${name}@${version}`)]);
  return {
    ...bom,
    // npm uses the folder's name.
    metadata: { ...metadata, component: { ...metadata.component, name: 'latchkey' } },
    components: components.filter((component) => refs.has(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** @returns {Bom} of all packages */
export function readBom() {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, shell: process.platform === 'win32' }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(selectImagePackages(readBom()), null, 2));
