import { describe, expect, it } from '@jest/globals';
import { Problem } from '@latchkey/problem';
import { checkBody, omitInvalid, requireValid } from './checked-body.js';

const at = (...pointers: string[]) => pointers.map((pointer) => ({ pointer, detail: 'is wrong' }));

describe('the valid part of a body', () => {
  it('keeps the names and indices of the other parts', () => {
    const body = { list: [1, 'b', { c: 1, d: 2 }], name: 'x', more: { a: 1 } };

    expect(omitInvalid(body, at('/list/0', '/list/2/d', '/name', '/absent/member'))).toStrictEqual({
      list: [undefined, 'b', { c: 1, d: undefined }],
      name: undefined,
      more: { a: 1 },
    });
  });

  it('finds members whose names are escaped in pointers, and __proto__', () => {
    const body = JSON.parse('{"a/b": 1, "c~d": 2, "a": {"b": 3}, "__proto__": {"e": 4}}') as object;

    const valid = omitInvalid(body, at('/a~1b', '/c~0d', '/__proto__')) as object;

    expect(Object.entries(valid)).toEqual([
      ['a/b', undefined],
      ['c~d', undefined],
      ['a', { b: 3 }],
      ['__proto__', undefined],
    ]);
    expect(Object.getPrototypeOf(valid)).toBe(Object.prototype);
  });

  it('is undefined if the whole body is invalid, however deep it is', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];

    expect(omitInvalid(deep, at(''))).toBeUndefined();
  });
});

describe('a checked body', () => {
  it('throws its own errors before the further ones', async () => {
    const body = await checkBody(['a'], () => {
      throw new Problem('invalid-request', 'The body is invalid.', { errors: at('/0') });
    });

    const errors = [...at('/0'), ...at('/1')];
    expect(() => requireValid(body, at('/1'))).toThrow(expect.objectContaining({ kind: 'invalid-request', errors }));
  });

  it('is the parsed body without errors', async () => {
    expect(requireValid(await checkBody('7', Number), [])).toBe(7);
  });

  it('does not hide other failures', async () => {
    const failure = new Problem('client-not-found', 'The domain has no such client.');

    await expect(checkBody({}, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
