import { describe, expect, it } from '@jest/globals';
import { DECORATORS } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import '../management.module.js';

interface Rule {
  name?: string;
  propertyName: string;
}

/** Rules of all classes. The library has no other way to list them. */
const rules = (getMetadataStorage() as unknown as { validationMetadatas: Map<{ name: string; prototype: object }, Rule[]> })
  .validationMetadatas;

describe('an optional member of a body', () => {
  it('says in the document that null is the same, because class-validator checks no null', () => {
    // A query has texts alone, and what a merge patch makes is checked as a whole. Bodies of other tests are in no document.
    const bodies = [...rules].filter(
      ([{ name, prototype }]) => !/Query|^Partial/.test(name) && Reflect.hasMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype),
    );
    const optional = bodies.flatMap(([type, all]) =>
      all.filter(({ name }) => name === 'isOptional').map(({ propertyName }) => ({ type, propertyName })),
    );
    const silent = optional.filter(({ type, propertyName }) => {
      const documented = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype, propertyName) as { nullable?: boolean };
      return documented.nullable !== true;
    });

    expect(optional.length).toBeGreaterThan(50);
    expect(silent.map(({ type, propertyName }) => `${type.name}.${propertyName}`)).toEqual([]);
  });
});
