import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { findClientIdViolation } from '@latchkey/oauth';
import { Problem } from '@latchkey/problem';
import { ApiParam } from '@nestjs/swagger';

/** Configuration documents are keyed by identifiers, and such a key would be taken for what every JavaScript object has. */
export const OBJECT_MEMBERS = Object.getOwnPropertyNames(Object.prototype);

/** For the OpenAPI document. */
export const IDENTIFIER_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._~-]+$',
  not: { enum: OBJECT_MEMBERS },
} as const;

/** @returns the error of an id of a resource or a name of a role, or null: those of client ids, without `constructor` and its like */
export function findIdentifierViolation(value: unknown): string | null {
  const isMember = OBJECT_MEMBERS.includes(value as string);
  return findClientIdViolation(value) ?? (isMember ? 'must not be a name that every JavaScript object has' : null);
}

/** Requires that a parameter of the path is an identifier. @param name of the parameter */
export function createIdentifierPipe(name: string): Type<PipeTransform<string, string>> {
  @Injectable()
  class IdentifierPipe implements PipeTransform<string, string> {
    transform(value: string): string {
      const detail = findIdentifierViolation(value);
      if (detail === null) return value;
      throw new Problem('invalid-request', `The ${name} in the path ${detail}.`, { errors: [{ pointer: name, detail }] });
    }
  }
  return IdentifierPipe;
}

/** Documents a parameter of the path that is an identifier. */
export function IdentifierParameter(name: string, description: string): MethodDecorator & ClassDecorator {
  return ApiParam({ name, schema: { ...IDENTIFIER_SCHEMA, not: { enum: [...OBJECT_MEMBERS] } }, description });
}
