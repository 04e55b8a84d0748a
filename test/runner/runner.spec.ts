import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hasCommit } from '../../scripts/release/last-release.mjs';
import { changedSources } from './changed-sources.mjs';
import { packagesOf, PROGRAMS, sourceOf } from './programs.mjs';
import { commandFor } from './reporter.mjs';

let checkout: string;

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Jo', '-c', 'user.email=jo@example.com', ...args], { cwd: checkout, stdio: 'ignore' });
}

function write(path: string, text = ''): void {
  mkdirSync(join(checkout, path, '..'), { recursive: true });
  writeFileSync(join(checkout, path), text);
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'latchkey-changed-'));
  const tests = ['libs/b.int-spec.ts', 'libs/c.spec.ts', 'test/docs/d.spec.ts', 'test/e2e/e.e2e-spec.ts'];
  for (const path of ['apps/a.ts', 'libs/b.ts', 'README.md', 'test/support/pages.ts', ...tests]) write(path);
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'feat: start');
});

afterEach(() => {
  rmSync(checkout, { recursive: true });
});

describe('the sources whose tests a change can break', () => {
  it('are empty without a change', () => {
    expect(changedSources(checkout)).toEqual([]);
  });

  it('are a new file, one changed by a commit, and the tests of programs and texts', () => {
    git('switch', '-c', 'topic');
    write('apps/a.ts', 'export {};');
    git('commit', '-am', 'feat: change');
    write('libs/new.ts');

    expect(changedSources(checkout).sort()).toEqual(['apps/a.ts', 'libs/new.ts', 'test/docs/d.spec.ts', 'test/e2e/e.e2e-spec.ts']);
  });

  it('are a changed test alone, and the tests of texts', () => {
    write('libs/c.spec.ts', 'export {};');

    expect(changedSources(checkout).sort()).toEqual(['libs/c.spec.ts', 'test/docs/d.spec.ts']);
  });

  it('are the tests that read a changed document, or run its commands', () => {
    write('README.md', '# New');

    expect(changedSources(checkout).sort()).toEqual(['test/docs/d.spec.ts', 'test/support/pages.ts']);
  });

  it.each([
    ['the packages change', () => write('package.json', '{}')],
    ['a module is deleted', () => rmSync(join(checkout, 'libs/b.ts'))],
    ['a module gets another name', () => git('mv', 'apps/a.ts', 'apps/b.ts')],
    ['a file changes that modules read', () => write('apps/pages.css', 'a {}')],
  ])('are all tests if %s', (_what, change) => {
    change();

    expect(changedSources(checkout)).toEqual(
      expect.arrayContaining(['libs/b.int-spec.ts', 'libs/c.spec.ts', 'test/docs/d.spec.ts', 'test/e2e/e.e2e-spec.ts']),
    );
  });

  it('are not narrowed to a path, which Jest would add to them', () => {
    const args = [fileURLToPath(new URL('run.mjs', import.meta.url)), 'all', '--changed', 'libs/oauth'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

    expect([status, stderr]).toEqual([1, '--changed chooses the test files itself: leave out libs/oauth\n']);
  });

  it('are unknown without the branch main', () => {
    git('branch', '-m', 'other');

    expect(() => changedSources(checkout)).toThrow(/the branch main, which is not here: git fetch origin main:main$/);
  });
});

describe('the tests on PostgreSQL', () => {
  it('are those of the path that the command names, with as many workers as it says', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    // Jest refuses -i beside a number of workers.
    const args = ['test/runner/run.mjs', 'integration', 'libs/jobs/src/queue-pool', '--listTests', '-i'];
    const listed = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });

    expect(listed.trim().split('\n')).toEqual([join(root, 'libs/jobs/src/queue-pool.int-spec.ts')]);
  });
});

describe('the command that runs a failed test again', () => {
  const failed = { status: 'failed', fullName: "a (user's) file is kept" };
  const passed = { status: 'passed', fullName: 'another' };
  const unit = 'libs/oauth/src/a.spec.ts';
  const command = (path: string, testExecError: unknown, ...testResults: unknown[]) =>
    commandFor(path, { testExecError, testResults } as Parameters<typeof commandFor>[1]);

  it('is that of its tier, and names the test if it is the only one', () => {
    const name = String.raw`-t '(^| )a \(user.s\) file is kept$'`;

    for (const path of [unit, 'scripts/a.spec.ts', String.raw`libs\oauth\a.spec.ts`])
      expect(command(path, undefined, failed, passed)).toBe(`npm run test:unit -- ${path} ${name}`);
    expect(command('apps/a.int-spec.ts', undefined, failed)).toBe(`npm run test:integration -- apps/a.int-spec.ts ${name}`);
    expect(command('test/e2e/a.e2e-spec.ts', undefined, failed)).toBe(`npm test -- test/e2e/a.e2e-spec.ts ${name}`);
  });

  it('is for the whole file if several tests failed, or something else', () => {
    expect(command(unit, undefined, failed, failed)).toBe(`npm run test:unit -- ${unit}`);
    expect(command(unit, new Error('open handles'), failed)).toBe(`npm run test:unit -- ${unit}`);
  });
});

describe('the programs that tests need', () => {
  it('are Debian packages, each once; those that Debian lacks are not installed, and fail no run', () => {
    const chosen = PROGRAMS.filter(({ name }) => ['helm', 'pdns_server', 'pdnsutil'].includes(name));

    expect(chosen).toHaveLength(3);
    expect(packagesOf(chosen)).toEqual(['pdns-server']);
  });

  it('are all brought by something that the table of missing ones names', () => {
    expect(PROGRAMS.map(sourceOf)).toEqual(PROGRAMS.map(() => expect.stringMatching(/ install |^git |^go |^https:/)));
  });
});

describe('the last release', () => {
  it('is there if git has its commit, which a shallow clone lacks', () => {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim();

    expect(hasCommit(checkout, head)).toBe(true);
    expect(hasCommit(checkout, '0'.repeat(40))).toBe(false);
    expect(hasCommit(tmpdir(), head)).toBe(false);
  });

  it('is what the test of an upgrade needs', () => {
    expect(PROGRAMS.filter(({ startedBy }) => startedBy.includes('test/support/release-programs.ts'))).toMatchObject([
      { name: expect.stringMatching(/^commit [0-9a-f]{8}, v\d+\.\d+\.\d+$/), otherSource: 'git fetch --unshallow' },
    ]);
  });
});
