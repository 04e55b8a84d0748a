import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CheckoutCopy } from '../../scripts/mutations/checkout-copy.mjs';

let checkout: string;
let copy: CheckoutCopy;

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  execFileSync('git', ['init', '--quiet'], { cwd: checkout });
  write(join(checkout, '.gitignore'), 'node_modules/');
  write(join(checkout, 'source.ts'), 'source');
  write(join(checkout, 'node_modules/@scope/package/index.js'), 'package');
  write(join(checkout, 'node_modules/.package-lock.json'), '{}');
  write(join(checkout, 'node_modules/.cache/jest/transformed'), 'transformed');
  write(join(checkout, 'dist/main.js'), 'built');
  copy = new CheckoutCopy(checkout);
});

afterEach(() => {
  copy.remove();
  rmSync(checkout, { recursive: true });
});

describe('a copy of the checkout', () => {
  it('contains its sources, its packages and its caches', () => {
    const paths = [
      'source.ts',
      'node_modules/@scope/package/index.js',
      'node_modules/.package-lock.json',
      'node_modules/.cache/jest/transformed',
    ];

    expect(paths.map((path) => readFileSync(join(copy.root, path), 'utf8'))).toEqual(['source', 'package', '{}', 'transformed']);
  });

  it('has a build of its own, so that no mutation gets into that of the checkout', () => {
    write(join(copy.root, 'dist/main.js'), 'mutated');

    expect(readFileSync(join(checkout, 'dist/main.js'), 'utf8')).toBe('built');
  });

  it('leaves the packages in place when it is removed', () => {
    copy.remove();

    expect(existsSync(join(checkout, 'node_modules/@scope/package/index.js'))).toBe(true);
  });
});
