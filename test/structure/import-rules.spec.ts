import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import cruiser from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FIXTURES = fileURLToPath(new URL('./fixtures/imports/', import.meta.url));
const LIBS = ['config', 'crypto', 'jobs', 'oauth', 'persistence', 'problem'];

/** @returns the rules that a fixture violates, as often as it violates them */
async function brokenRules(project: string): Promise<string[]> {
  const { exclude, tsConfig, ...options } = cruiser.options;
  const real = project === ROOT;
  const { output } = await cruise(
    real ? ['apps', 'libs', 'scripts', 'test'] : ['.'],
    { ...options, ...(real && { exclude, tsConfig }), ruleSet: { forbidden: cruiser.forbidden }, validate: true, baseDir: project },
    // The alias points into the fixture; tsconfig.json knows only the real project.
    real ? {} : { alias: Object.fromEntries(LIBS.map((lib) => [`@latchkey/${lib}$`, `${project}/libs/${lib}/src/index.ts`])) },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

describe('the import rules', () => {
  const rules = [...new Set(cruiser.forbidden.map(({ name }) => name))];

  it('have a fixture each, and a sound project', () => {
    expect(readdirSync(FIXTURES).toSorted()).toEqual([...rules, 'sound'].toSorted());
  });

  it.each(rules)('only %s reports its fixture', async (rule) => {
    const broken = await brokenRules(`${FIXTURES}${rule}`);
    expect(broken).not.toEqual([]);
    expect(broken.filter((line) => !line.startsWith(`${rule}: `))).toEqual([]);
  });

  it('accept a sound project', async () => {
    expect(await brokenRules(`${FIXTURES}sound`)).toEqual([]);
  });

  it('hold in this project', async () => {
    expect(await brokenRules(ROOT)).toEqual([]);
  });
});
