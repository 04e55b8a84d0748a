import { describe, expect, it } from '@jest/globals';
import { Reflector } from '@nestjs/core';
import { Expose, Type } from 'class-transformer';
import { ResponseSerializerInterceptor } from './response-body.js';

class PartResponse {
  @Expose()
  name!: string;
}

class ThingResponse {
  @Expose()
  id!: string;

  @Expose()
  at!: Date;

  @Expose()
  labels!: Record<string, string>;

  @Expose()
  @Type(() => PartResponse)
  parts!: PartResponse[];

  secret!: string;
}

const interceptor = new ResponseSerializerInterceptor(new Reflector());
const at = new Date(0);
const THING = { id: 'a', at, labels: { en: 'x' }, parts: [{ name: 'p', secret: 's' }], secret: 's', other: 1 };
const SERIALIZED = { id: 'a', at: at.toISOString(), labels: { en: 'x' }, parts: [{ name: 'p' }] };

function serialize(response: object, type?: typeof ThingResponse): unknown {
  return JSON.parse(JSON.stringify(interceptor.serialize(response, type ? { type } : {})));
}

describe('serializing a response with a DTO class', () => {
  it('keeps only properties with @Expose, at every level', () => {
    expect(serialize(THING, ThingResponse)).toEqual(SERIALIZED);
  });

  it('accepts a list', () => {
    expect(serialize([THING, THING], ThingResponse)).toEqual([SERIALIZED, SERIALIZED]);
  });
});

it('leaves a response without a DTO class unchanged', () => {
  const attributes: unknown = JSON.parse('{ "constructor": { "toString": 1 }, "a": null }');

  expect(serialize(attributes as object)).toEqual(attributes);
});
