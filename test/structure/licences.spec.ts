import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

interface Entry {
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

/** Permissive licences: their texts stay in the images, and they impose nothing on the surrounding code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  '(MIT OR CC0-1.0)',
  'Python-2.0',
  'Unlicense',
]);
/** Packages that state their licence in an older form, which the lock file lacks. It is read from the package itself. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { busboy: 'MIT', streamsearch: 'MIT' };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const SHIPPED = Object.entries(packages).filter(([path, { dev, optional }]) => path !== '' && !dev && !optional);

describe('the licences of the packages that ship', () => {
  it('are all permissive', () => {
    const others = SHIPPED.map(([path, { license }]) => {
      const name = path.replace(/^.*node_modules\//, '');
      return { name, license: license ?? STATED_ELSEWHERE[name] };
    }).filter(({ license }) => license === undefined || !ALLOWED.has(license));

    expect(SHIPPED.length).toBeGreaterThan(200);
    expect(others).toEqual([]);
  });

  it('are read elsewhere only for packages that do not state them in the lock file', () => {
    const silent = SHIPPED.filter(([, { license }]) => license === undefined).map(([path]) => path.replace(/^.*node_modules\//, ''));

    expect(silent.toSorted()).toEqual(Object.keys(STATED_ELSEWHERE).toSorted());
  });
});
