import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { readText, ROOT } from '../../test/support/pages.js';
import { renderControls } from './list.mjs';
import { removeControl, Sources, toNamePattern } from './mutation.mjs';
import { MUTATIONS } from './mutations.mjs';

const SOURCES = new Sources(ROOT);

function listSyntaxErrors(fileName: string, source: string): unknown[] {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, experimentalDecorators: true };
  const { diagnostics = [] } = ts.transpileModule(source, { fileName, reportDiagnostics: true, compilerOptions });
  return diagnostics.map(({ messageText }) => messageText);
}

describe('list of removable controls', () => {
  it.each(MUTATIONS.map((mutation) => [mutation.control, mutation] as const))(
    'has one comment in the code and one test, and leaves code that compiles: %s',
    (_control, mutation) => {
      const { file, source } = SOURCES.mutate(mutation);

      expect(source).not.toBe(SOURCES.files.get(file));
      expect(file.endsWith('.conf') ? [] : listSyntaxErrors(file, source)).toEqual([]);
    },
  );

  it('contains each control that the code marks, once', () => {
    const names = MUTATIONS.map(({ control }) => control).toSorted();

    expect(names).toEqual(SOURCES.markers.map(({ control }) => control).toSorted());
  });

  it('matches docs/security-tests.md', () => {
    const [, list] = readText('docs/security-tests.md').split('asks for.\n\n');

    expect(list).toBe(renderControls(MUTATIONS));
  });

  it.each([
    ['control', { control: 'no control' }, 'one of the comments "control: no control", not 0'],
    ['test', { test: { file: 'nowhere.spec.ts', title: 'a title' } }, 'one of the tests "a title" in files nowhere.spec.ts, not 0'],
  ])('fails without a %s', (_missing, change, message) => {
    expect(() => SOURCES.mutate({ ...MUTATIONS[0]!, ...change })).toThrow(message);
  });
});

describe('removeControl', () => {
  it.each([
    ['a statement', 'a;\n// control: x\nif (isForbidden) throw error;\nb;', 'a;\n// control: x\n\nb;'],
    ['the first operand of ||', 'if (\n// control: x\na.b() || c) d();', 'if (\n// control: x\nfalse || c) d();'],
    ['the last operand of &&', 'return (a && b &&\n// control: x\n(c || d));', 'return (a && b &&\n// control: x\ntrue);'],
    ['a property', 'const a = {\n// control: x\nb: c,\nd };', 'const a = {\n// control: x\n\nd };'],
    ['an element', 'const a = [\n// control: x\n...b,\nd ];', 'const a = [\n// control: x\n\nd ];'],
    ['several controls', '// control: y\n// control: x\na();', '// control: y\n// control: x\n'],
  ])('removes %s', (_code, source, mutated) => {
    expect(removeControl('a.ts', source, { control: 'x' })).toBe(mutated);
  });

  it.each([
    ['the condition of an if', 'if (a || b) return c;', 'if ($&) return c;'],
    ['a value that is returned', 'return a || b;', 'return $&;'],
    ['a condition by which a value is chosen', 'return a ? b : c;', 'return $& ? b : c;'],
    ['the value of a constant', 'const a: string = b(c);', 'const a: string = $&;'],
    ['an assigned value', 'this.a = b;', 'this.a = $&;'],
  ])('replaces %s', (_code, code, mutated) => {
    expect(removeControl('a.ts', `// control: x\n${code}`, { control: 'x', replacement: '$&' })).toBe(`// control: x\n${mutated}`);
  });

  it.each([
    ['b', '$1', 'a($1);'],
    [/\((\w)\)/, '[$1]', 'a[b];'],
  ])('replaces the text %s', (text, replacement, mutated) => {
    const source = '// control: x\na(b);\nb;';

    expect(removeControl('a.ts', source, { control: 'x', text, replacement })).toBe(`// control: x\n${mutated}\nb;`);
  });

  it('removes the next line of a file that is not TypeScript', () => {
    expect(removeControl('a.conf', '  # control: x\n  a;\n  b;\n', { control: 'x' })).toBe('  # control: x\n  \n  b;\n');
  });

  it.each([
    ['d', 0],
    ['b', 2],
    [/[bc]/, 3],
  ])('fails if the marked code does not have the text once: %s', (text, times) => {
    const source = '// control: x\na(b, c, b);';

    expect(() => removeControl('a.ts', source, { control: 'x', text })).toThrow(`once, not ${times} times`);
  });
});

describe('toNamePattern', () => {
  it.each([
    ['is refused', 'a token is refused', true],
    ['is refused', 'a token is refused twice', false],
    ['%s is (not) read: %j', 'a JWT of "x" is (not) read: {"a":1}', true],
    ['%s is (not) read: %j', 'a JWT is not read: {}', false],
  ])('compares the title %s with the test %s: %s', (title, name, isMatch) => {
    expect(new RegExp(toNamePattern(title), 'i').test(name)).toBe(isMatch);
  });
});
