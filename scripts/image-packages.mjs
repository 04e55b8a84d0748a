import { readFileSync } from 'node:fs';

/** @typedef {{ version?: string, license?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Entry */

/**
 * The packages in an image, which `npm ci --omit=dev --omit=optional` installs.
 *
 * @returns {{ path: string, name: string, version: string, license: string | undefined }[]} with the path below `node_modules`
 */
export function readImagePackages() {
  /** @type {{ packages: Record<string, Entry> }} */
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  return Object.entries(packages).flatMap(([key, { version = '', license, dev, optional, devOptional }]) => {
    if (key === '' || dev || optional || devOptional) return [];
    return [{ path: key.replace(/^node_modules\//, ''), name: key.replace(/^.*node_modules\//, ''), version, license }];
  });
}
