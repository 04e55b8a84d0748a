import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import cruiser, { SLICE_USES } from '../../.dependency-cruiser.mjs';

const FIXTURES = fileURLToPath(new URL('./fixtures/imports/', import.meta.url));
const LIBS = ['config', 'crypto', 'oauth', 'persistence', 'problem'];

/** @returns the rules that a fixture violates, once for each violation */
async function brokenRules(project: string): Promise<string[]> {
  const { exclude: _exclude, tsConfig: _tsConfig, ...options } = cruiser.options;
  const { output } = await cruise(
    ['.'],
    { ...options, ruleSet: { forbidden: cruiser.forbidden }, validate: true, baseDir: project },
    // The alias points into the fixture; tsconfig.json knows only the real project.
    { alias: Object.fromEntries(LIBS.map((lib) => [`@latchkey/${lib}$`, `${project}/libs/${lib}/src/index.ts`])) },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

/** `npm run lint:imports` applies them to the project itself. */
describe('the import rules', () => {
  const rules = [...new Set(cruiser.forbidden.map(({ name }) => name))];

  it('have a fixture each, and a sound project', () => {
    expect(readdirSync(FIXTURES).toSorted()).toEqual([...rules, 'sound'].toSorted());
  });

  it.each(rules)('report the fixture of %s with that rule only', async (rule) => {
    const broken = await brokenRules(`${FIXTURES}${rule}`);
    expect(broken).not.toEqual([]);
    expect(broken.filter((line) => !line.startsWith(`${rule}: `))).toEqual([]);
  });

  it('do not let a slice use itself through others', () => {
    const usesOneOf = (slices: string[]) => slices.filter((slice) => SLICE_USES[slice]!.some((used) => slices.includes(used)));
    let circle = Object.keys(SLICE_USES);
    for (let rest = usesOneOf(circle); rest.length < circle.length; rest = usesOneOf(circle)) circle = rest;
    expect(circle).toEqual([]);
  });

  it('accept a sound project', async () => {
    expect(await brokenRules(`${FIXTURES}sound`)).toEqual([]);
  });
});
