import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import walls from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURES = fileURLToPath(new URL('./fixtures/imports/', import.meta.url));
const LIBS = ['config', 'crypto', 'jobs', 'oauth', 'persistence', 'problem'];

/** @returns the rules that a fixture violates, each as often as it is violated */
async function brokenRules(house: string): Promise<string[]> {
  const { exclude, tsConfig, ...options } = walls.options;
  const real = house === ROOT;
  const { output } = await cruise(
    real ? ['apps', 'libs', 'scripts', 'test'] : ['.'],
    { ...options, ...(real && { exclude, tsConfig }), ruleSet: { forbidden: walls.forbidden }, validate: true, baseDir: house },
    // The alias leads into the house at hand; tsconfig.json knows only the real one.
    real ? {} : { alias: Object.fromEntries(LIBS.map((lib) => [`@latchkey/${lib}$`, `${house}/libs/${lib}/src/index.ts`])) },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

describe('the walls between imports', () => {
  const rules = [...new Set(walls.forbidden.map(({ name }) => name))];

  it('has a broken house for every rule, and one sound house', () => {
    expect(readdirSync(FIXTURES).toSorted()).toEqual([...rules, 'sound'].toSorted());
  });

  it.each(rules)('%s catches its breach, alone', async (rule) => {
    const broken = await brokenRules(`${FIXTURES}${rule}`);
    expect(broken).not.toEqual([]);
    expect(broken.filter((line) => !line.startsWith(`${rule}: `))).toEqual([]);
  });

  it('lets a sound house stand', async () => {
    expect(await brokenRules(`${FIXTURES}sound`)).toEqual([]);
  });

  it('are whole in this house', async () => {
    expect(await brokenRules(ROOT)).toEqual([]);
  });
});
