import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hasCommit } from '../../scripts/release/last-release.mjs';
import { packagesOf, PROGRAMS, sourceOf } from '../../scripts/test-programs/programs.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('a tier of the tests', () => {
  it.each([
    ['test:unit', 'apps/auth/src/fast-path/fast-path-request.spec.ts'],
    ['test:integration', 'apps/management/src/queue/queue-pool.int-spec.ts'],
  ])('has its own files below the path in its command: %s', (tier, file) => {
    const args = ['run', '--silent', tier, '--', dirname(file), '--listTests'];
    const lines = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
    const listed = lines.filter((line) => line.startsWith(ROOT));

    expect(listed).toContain(join(ROOT, file));
    expect(listed.filter((path) => !path.endsWith(basename(file).replace(/^[^.]+/, '')))).toEqual([]);
  });
});

describe('the programs that tests need', () => {
  it('are Debian packages without duplicates; those that Debian lacks are not installed, and fail no run', () => {
    const chosen = PROGRAMS.filter(({ name }) => ['helm', 'pdns_server', 'pdnsutil'].includes(name));

    expect(chosen).toHaveLength(3);
    expect(packagesOf(chosen)).toEqual(['pdns-server']);
  });

  it('all come from something that the table of missing ones names', () => {
    expect(PROGRAMS.map(sourceOf)).toEqual(PROGRAMS.map(() => expect.stringMatching(/ install |^git |^go |^cargo |^https:/)));
  });
});

describe('the last release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-clone-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is present if git has its commit, which a shallow clone lacks', () => {
    const author = ['-c', 'user.name=Jo', '-c', 'user.email=jo@example.com'];
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    execFileSync('git', [...author, 'commit', '--quiet', '--allow-empty', '--message', 'feat: start'], { cwd: folder });
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();

    expect(hasCommit(folder, head)).toBe(true);
    expect(hasCommit(folder, '0'.repeat(40))).toBe(false);
    expect(hasCommit(tmpdir(), head)).toBe(false);
  });

  it('is required by the test of an upgrade', () => {
    expect(PROGRAMS.filter(({ startedBy }) => startedBy.includes('test/support/release-programs.ts'))).toMatchObject([
      { name: expect.stringMatching(/^commit [0-9a-f]{8}, v\d+\.\d+\.\d+$/), otherSource: 'git fetch --unshallow' },
    ]);
  });
});
