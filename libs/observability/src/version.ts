import { readFileSync } from 'node:fs';

interface PackageJson {
  name?: string;
  version: string;
}

/** The version of the release. */
export function readVersion(): string {
  return readPackage(findRoot())!.version;
}

/** The folder of the release: the one above this file with its package.json, whose distance differs between sources and builds. */
export function findRoot(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    if (readPackage(folder)?.name === 'latchkey') return folder;
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
