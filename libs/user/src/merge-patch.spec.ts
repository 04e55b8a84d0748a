import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isObject, mergePatch } from './merge-patch.js';

/** The result of JSON.parse: `__proto__` is an own property. */
function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** `MergePatch(Target, Patch)` of RFC 7396 section 2, line by line. Changes the target. */
function mergeByPseudocode(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? target : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      if (Object.hasOwn(merged, name)) Reflect.deleteProperty(merged, name);
    } else {
      const before = Object.hasOwn(merged, name) ? Object.getOwnPropertyDescriptor(merged, name)!.value : undefined;
      const options = { configurable: true, enumerable: true, writable: true };
      Object.defineProperty(merged, name, { ...options, value: mergeByPseudocode(before, value) });
    }
  }
  return merged;
}

describe('mergePatch', () => {
  // RFC 7396, appendix A, in its order.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('merges %s with %s into %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(parseJson(target), parseJson(patch)))).toBe(result);
  });

  it.each([
    ['{"a":{"b":{"c":1,"d":2}},"e":3}', '{"a":{"b":{"c":null}}}', '{"a":{"b":{"d":2}},"e":3}'],
    ['{"a":{"b":1}}', '{"a":null}', '{}'],
    ['{"a":[1,2,3]}', '{"a":[null,{"b":null}]}', '{"a":[null,{"b":null}]}'],
    ['{"a":"text"}', '{"a":{"b":null,"c":1}}', '{"a":{"c":1}}'],
    ['{"a":1}', '{}', '{"a":1}'],
  ])('merges by the same rules %s with %s into %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(parseJson(target), parseJson(patch)))).toBe(result);
  });

  it.each([
    ['{}', '{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":true}}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"b":2}}', '{"__proto__":{"a":1,"b":2}}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":null}}', '{"__proto__":{}}'],
    ['{"__proto__":1,"a":2}', '{"__proto__":null}', '{"a":2}'],
    ['{"a":1}', '{"__proto__":null}', '{"a":1}'],
    ['{}', '{"a":{"__proto__":{"polluted":true}}}', '{"a":{"__proto__":{"polluted":true}}}'],
    ['{}', '{"constructor":{"prototype":{"polluted":true}}}', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['{}', '{"toString":{"a":1},"hasOwnProperty":"x"}', '{"toString":{"a":1},"hasOwnProperty":"x"}'],
    ['{"toString":"x"}', '{"toString":null}', '{}'],
    ['{}', '{"valueOf":null}', '{}'],
  ])('treats special names as ordinary ones: %s with %s becomes %s', (target, patch, result) => {
    expect(JSON.stringify(mergePatch(parseJson(target), parseJson(patch)))).toBe(result);
    expect({}).not.toHaveProperty('polluted');
  });

  it('has the same result as the pseudocode of RFC 7396 section 2', () => {
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('null', '1', '"text"', '[]', '[{"a":null}]'),
        fc
          .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor'), tie('json')), { selector: ([name]) => name })
          .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
      ),
    }));

    fc.assert(
      fc.property(json, json, (target, patch) => {
        expect(JSON.stringify(mergePatch(parseJson(target), parseJson(patch)))).toBe(
          JSON.stringify(mergeByPseudocode(parseJson(target), parseJson(patch))),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('changes neither argument', () => {
    const [target, patch] = [parseJson('{"a":{"b":1,"c":2},"d":[1]}'), parseJson('{"a":{"b":null,"e":3},"d":null}')];

    mergePatch(target, patch);

    expect(JSON.stringify([target, patch])).toBe('[{"a":{"b":1,"c":2},"d":[1]},{"a":{"b":null,"e":3},"d":null}]');
  });

  it('has the same effect when it is applied twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    );
  });
});
