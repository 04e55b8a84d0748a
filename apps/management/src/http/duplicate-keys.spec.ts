import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findDuplicateKeys, MAX_MEMBERS } from './duplicate-keys.js';

function findPointers(text: string): string[] {
  return findDuplicateKeys(text).map(({ pointer }) => pointer);
}

describe('findDuplicateKeys', () => {
  it('finds an object with too many members', () => {
    const write = (count: number): string => `{"a":[{${Array.from({ length: count }, (_none, n) => `"${n}":0`).join(',')}}]}`;

    expect(findPointers(write(MAX_MEMBERS))).toEqual([]);
    expect(findPointers(write(MAX_MEMBERS + 1))).toEqual(['/a/0']);
  });

  it.each([
    ['{"a":1,"a":1}', ['/a']],
    ['{"a":1,"b":2,"a":{"b":3,"c":[]},"b":null}', ['/a', '/b']],
    ['{"a":1,"a":2,"a":3}', ['/a', '/a']],
    ['{"a":{"b":1,"b":2}}', ['/a/b']],
    ['[{"a":1},{"a":1,"x":[0,{"b":1,"b":1}]}]', ['/1/x/1/b']],
    ['{"a":[],"b":[[],{"c":{"d":1,"d":2}}]}', ['/b/1/c/d']],
    // The same name in different notations.
    ['{"a":1,"\\u0061":2}', ['/a']],
    ['{"é":1,"\\u00e9":2}', ['/é']],
    ['{"😀":1,"\\ud83d\\ude00":2}', ['/😀']],
    ['{"":1,"":2}', ['/']],
    ['{"a/b~c":1,"a\\/b~c":2}', ['/a~1b~0c']],
    // Names with a special meaning in JavaScript.
    ['{"__proto__":1,"__proto__":2}', ['/__proto__']],
    ['{"constructor":{"prototype":1,"prototype":2}}', ['/constructor/prototype']],
    ['  {  "a"  :  1  ,\n\t"a"  :  2  }  ', ['/a']],
    ['{"a":"{\\"b\\":1,\\"b\\":2}","a":":"}', ['/a']],
  ])('finds in %s the duplicates %j', (text, pointers) => {
    expect(findPointers(text)).toEqual(pointers);
  });

  it.each([
    '{}',
    '[]',
    'null',
    '1',
    '"a"',
    '{"a":1,"A":2,"á":3,"a\\u0301":4}',
    '{"toString":1,"valueOf":2,"hasOwnProperty":3,"__proto__":4}',
    '{"a":{"a":{"a":["a",{"a":"a"}]}}}',
    '[{"a":1},{"a":2},{"a":3}]',
    '{"a":"a","b":["a","b","a"]}',
    '{"a":",","b":":","c":"\\",\\"a\\":"}',
    '{"a":-1.5e-3,"b":true,"c":false,"d":null}',
  ])('finds none in %s', (text) => {
    expect(findDuplicateKeys(text)).toEqual([]);
  });

  it('finds none in the output of JSON.stringify', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(findDuplicateKeys(JSON.stringify(value))).toEqual([])));
  });

  it('finds duplicates at any position', () => {
    const member = fc.tuple(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(member, { minLength: 1 }), fc.nat(), (members, n) => {
        const [repeated] = members[n % members.length]!;
        const text = `{${[...members, [repeated, null]].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
        expect(findDuplicateKeys(text).length).toBe(members.length + 1 - Object.keys(JSON.parse(text) as object).length);
      }),
    );
  });

  it('finds duplicates at any depth, without recursion', () => {
    const depth = 60_000;
    const text = `${'{"a":['.repeat(depth)}{"b":1,"b":2}${']}'.repeat(depth)}`;

    expect(findPointers(text)).toEqual([`${'/a/0'.repeat(depth)}/b`]);
  });

  it('finds duplicates quickly in the longest body', () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_none, n) => [`name-${n}`, n]))).slice(0, -1);
    const started = performance.now();

    expect(findPointers(`${body},"name-7":0}`)).toEqual(['/name-7']);

    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
