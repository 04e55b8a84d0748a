import { readFileSync } from 'node:fs';

interface PackageJson {
  name?: string;
  version: string;
}

/** The version of the release, from the package.json above this file, whose distance differs between sources and builds. */
export function readVersion(): string {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    const { name, version } = readPackage(folder) ?? {};
    if (name === 'latchkey' && version !== undefined) return version;
    if (folder.pathname === new URL('../', folder).pathname) throw new Error('package.json of latchkey is missing');
  }
}

function readPackage(folder: URL): PackageJson | null {
  try {
    return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as PackageJson;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The User-Agent header of all outgoing requests: RFC 9110 section 10.1.5. */
export const USER_AGENT = `Latchkey/${readVersion()}`;
