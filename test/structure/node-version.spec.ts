import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { findNodeVersionError } from '../../scripts/require-node.mjs';

interface Package {
  engines?: { node?: string } | string[];
}

const read = (path: string) => readFileSync(path, 'utf8');
const { engines, scripts } = JSON.parse(read('package.json')) as { engines: { node: string }; scripts: Record<string, string> };
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
/** It has no types. */
const { subset } = createRequire(import.meta.url)('semver') as { subset: (range: string, wider: string) => boolean };
const RANGE = engines.node;
const PREFIX = 'node --import ./scripts/require-node.mjs ';
/** The file that a script passes to Node.js. */
const PROGRAM = /\bnode (?:--\S+ )*(\S+)/;

describe('the Node.js version in package.json', () => {
  it('suits every package, so that npm ci does not warn of EBADENGINE', () => {
    const demands = Object.entries(packages).flatMap(([path, { engines: demanded }]) =>
      demanded && !Array.isArray(demanded) && demanded.node ? [[path, demanded.node] as const] : [],
    );

    expect(demands.length).toBeGreaterThan(300);
    expect(demands.filter(([, demanded]) => !subset(RANGE, demanded))).toEqual([]);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('is stated in %s', (page) => {
    const versions = RANGE.split(' || ').map((part) => part.replace(/^\D+/, '').replace(/(\.0)+$/, ''));
    const [named = ''] = /need git, npm and Node\.js (.*)\./.exec(read(page)) ?? [];

    expect([...named.matchAll(/(\S+) or newer/g)].map(([, version = '']) => version.replace('(', ''))).toEqual(versions);
  });

  it('is required by every script that runs Node.js, before it loads anything else', () => {
    const demands = (script: string) => {
      const program = PROGRAM.exec(script)?.[1] ?? '';
      return (
        script.includes(PREFIX) ||
        (program.startsWith('scripts/') && /^(\/\*\*.*\*\/\n)?import '.\/require-node.mjs';\n/.test(read(program)))
      );
    };
    // It runs after "prebuild", which requires the version.
    const running = Object.entries(scripts).filter(([name, script]) => PROGRAM.test(script) && name !== 'postbuild');

    expect(running.length).toBeGreaterThan(20);
    expect(running.filter(([, script]) => !demands(script))).toEqual([]);
  });

  it.each([
    ['20.19.2', '^22.22.3 || >=24'],
    ['22.22.2', '^22.22.3 || >=24'],
    ['22.9.10', '>=22.15'],
    ['18.0.0', '>=22'],
  ])('refuses version %s outside %s on one line', (version, range) => {
    const oldest = /[\d.]+/.exec(range)![0];

    expect(findNodeVersionError(version, range)).toBe(
      `Latchkey needs Node.js ${oldest} or newer, and this is ${version}: run "npm ci", which brings one on Linux and Windows, or install it`,
    );
  });

  it.each([
    ['22.22.3', '^22.22.3 || >=24'],
    ['22.15.0', '>=22.15'],
    ['24.0.0', '^22.22.3 || >=24'],
    ['100.0.0', '>=22.15.4'],
  ])('permits version %s in %s', (version, range) => {
    expect(findNodeVersionError(version, range)).toBeNull();
  });
});
