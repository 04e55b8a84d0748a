import { describe, expect, it } from '@jest/globals';
import { Problem } from '@latchkey/problem';
import { ArrayMaxSize, IsOptional } from 'class-validator';
import { BodyIsOptional, RequestBodyPipe } from './request-body.pipe.js';
import { EachSatisfies, Satisfies } from './validators.js';

function findNumberViolation(value: unknown): string | null {
  return typeof value === 'number' ? null : 'must be a number';
}

function findOrderViolation(value: unknown, { least }: { least?: unknown }): string | null {
  return typeof value === 'number' && value > Number(least) ? null : `must be more than ${String(least)}`;
}

class RangeRequest {
  @Satisfies(findNumberViolation)
  least!: number;

  @Satisfies(findOrderViolation)
  most!: number;

  @IsOptional()
  @EachSatisfies(findOrderViolation)
  @ArrayMaxSize(5, { message: 'must have at most 5 items' })
  others?: number[] | null;

  @IsOptional()
  @Satisfies(findNumberViolation)
  'a/b~c'?: number;
}

const pipe = new RequestBodyPipe();

function transform(body: unknown): Promise<unknown> {
  return pipe.transform(body, { type: 'body', metatype: RangeRequest });
}

async function getProblem(body: unknown): Promise<Problem> {
  return transform(body).then(
    () => {
      throw new Error('the body was taken');
    },
    (error: unknown) => error as Problem,
  );
}

/** The result of JSON.parse: `__proto__` is an own property. */
function parseJson(text: string): unknown {
  return JSON.parse(text);
}

describe('RequestBodyPipe', () => {
  it('converts the body to an instance of its DTO class', async () => {
    const request = await transform({ least: 1, most: 2, others: [3, 4] });

    expect(request).toBeInstanceOf(RangeRequest);
    expect(request).toEqual({ least: 1, most: 2, others: [3, 4] });
  });

  it('accepts absent and null values for optional properties', async () => {
    expect(await transform({ least: 1, most: 2 })).toEqual({ least: 1, most: 2 });
    expect(await transform({ least: 1, most: 2, others: null })).toEqual({ least: 1, most: 2, others: null });
  });

  it('rejects a body with all errors, each with a pointer', async () => {
    const problem = await getProblem({ least: 'x', others: [1, 'y'], 'a/b~c': 'z', further: 1, '~/': 2 });

    expect(problem).toBeInstanceOf(Problem);
    expect(problem.kind).toBe('invalid-request');
    expect(problem.errors).toEqual([
      { pointer: '/further', detail: 'is not a property of this request' },
      { pointer: '/~0~1', detail: 'is not a property of this request' },
      { pointer: '/least', detail: 'must be a number' },
      { pointer: '/most', detail: 'must be more than x' },
      { pointer: '/others/0', detail: 'must be more than x' },
      { pointer: '/others/1', detail: 'must be more than x' },
      { pointer: '/a~1b~0c', detail: 'must be a number' },
    ]);
  });

  it('names only the invalid items of an array', async () => {
    const { errors } = await getProblem({ least: 1, most: 2, others: [2, 1, 3, null] });

    expect(errors).toEqual([
      { pointer: '/others/1', detail: 'must be more than 1' },
      { pointer: '/others/3', detail: 'must be more than 1' },
    ]);
  });

  it.each([['x'], [1], [true], [{ 0: 2, length: 1 }]])('requires an array instead of %j', async (others) => {
    const { errors } = await getProblem({ least: 1, most: 2, others });

    expect(errors).toEqual([{ pointer: '/others', detail: 'must be an array' }]);
  });

  it.each([null, [], [{ least: 1, most: 2 }], 'text', 1, true])('requires an object instead of %j', async (body) => {
    const { kind, errors } = await getProblem(body);

    expect({ kind, errors }).toEqual({ kind: 'invalid-request', errors: [{ pointer: '', detail: 'must be a JSON object' }] });
  });

  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
    '__defineGetter__',
    'toJSON',
    'then',
    '',
  ])('rejects the unknown property %j, even if it is special in JavaScript', async (name) => {
    const body = parseJson(`{ "least": 1, "most": 2, ${JSON.stringify(name)}: { "polluted": true } }`);

    const { errors } = await getProblem(body);

    expect(errors).toEqual([{ pointer: `/${name}`, detail: 'is not a property of this request' }]);
    expect({}).not.toHaveProperty('polluted');
  });

  it('limits the nesting to 32 levels', async () => {
    const depth = 100_000;
    const nested = parseJson(`${'['.repeat(depth)}${']'.repeat(depth)}`);

    const { errors } = await getProblem({ least: 1, most: nested, others: nested });

    expect(errors).toEqual([{ pointer: '', detail: 'must not be nested deeper than 32 levels' }]);
  });

  it('rejects properties that every JavaScript object has, at any depth', async () => {
    const { errors } = await getProblem(parseJson('{ "least": "x", "most": 2, "others": [{ "constructor": 1 }] }'));

    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/others/0/constructor', '/least', '/most', '/others/0']);
  });

  it('treats a missing body as {}', async () => {
    const { errors } = await getProblem(undefined);

    expect(errors).toEqual([
      { pointer: '/least', detail: 'must be a number' },
      { pointer: '/most', detail: 'must be more than undefined' },
    ]);
  });

  it('rejects a missing body if all properties are optional, unless the body itself is optional', async () => {
    class Settings {
      @IsOptional()
      @Satisfies(findNumberViolation)
      size?: number;
    }
    @BodyIsOptional()
    class Choices extends Settings {}

    await expect(pipe.transform(undefined, { type: 'body', metatype: Settings })).rejects.toMatchObject({
      kind: 'invalid-request',
      errors: [{ pointer: '', detail: 'must be a JSON object, but the body is missing' }],
    });
    expect(await pipe.transform({}, { type: 'body', metatype: Settings })).toEqual({});
    expect(await pipe.transform(undefined, { type: 'body', metatype: Choices })).toEqual({});
  });

  it('changes only the body argument', async () => {
    expect(await pipe.transform('auth.example.com', { type: 'param', metatype: RangeRequest })).toBe('auth.example.com');
  });
});
