import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCE_MAPS = fileURLToPath(new URL('../../../dist/libs/server/src/source-maps.js', import.meta.url));
const PROGRAM = `\n\nconsole.log(new Error('out of order').stack);\n`;
/** Its third line is the first line of a source. */
const MAP = JSON.stringify({ version: 3, sources: ['latchkey:///apps/auth/src/main.ts'], names: [], mappings: ';;AAAA' });

let folder: string;
const run = async (name: string, map?: string): Promise<string[]> => {
  const program = join(folder, name);
  await writeFile(program, PROGRAM);
  if (map !== undefined) await writeFile(`${program}.map`, map);
  return (await promisify(execFile)(process.execPath, ['--import', SOURCE_MAPS, program])).stdout.split('\n');
};

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'latchkey-'))));

describe('stack traces', () => {
  it('name the lines of the source', async () => {
    const [message, frame, next] = await run('mapped.mjs', MAP);
    expect(message).toBe('Error: out of order');
    expect(frame).toBe('    at latchkey:///apps/auth/src/main.ts:1:13');
    expect(next).toMatch(/^ {4}at .*node:internal/);
  });

  it.each([
    ['no map', undefined],
    ['a map that cannot be read', '{'],
  ])('name the lines of a file with %s', async (_case, map) => {
    expect((await run(`${map ? 'broken' : 'plain'}.mjs`, map))[1]).toMatch(/^ {4}at file:\/\/.*\.mjs:3:13$/);
  });
});
