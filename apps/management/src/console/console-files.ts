import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The encodings (RFC 9110 section 8.4.1) of files that the build has compressed, best first, and the endings of these files. */
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;
export const UNCOMPRESSED = 'identity';

/** A file of the console, by encoding. */
export type ConsoleFile = ReadonlyMap<string, Buffer>;

/**
 * Reads all files of the built console.
 *
 * @returns them by their paths, such as `assets/index-Bx3.js`; none if the folder does not exist
 */
export function readConsoleFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const contents = new Map(paths.map((path) => [path.slice(join(folder, '/').length).replaceAll('\\', '/'), readFileSync(path)]));
  const endings = Object.values(COMPRESSED);
  const files = [...contents.keys()].filter((path) => !endings.some((ending) => path.endsWith(ending)));
  return new Map(files.map((path) => [path, readEncodings(path, contents)]));
}

function readEncodings(path: string, contents: ReadonlyMap<string, Buffer>): ConsoleFile {
  const compressed = Object.entries(COMPRESSED).flatMap(([encoding, ending]) => {
    const content = contents.get(`${path}${ending}`);
    return content ? [[encoding, content] as const] : [];
  });
  return new Map([...compressed, [UNCOMPRESSED, contents.get(path)!]]);
}
