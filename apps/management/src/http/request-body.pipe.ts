import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { createInvalidBodyProblem, Problem, type Violation } from '@latchkey/problem';
import { isObject, type JsonObject } from './merge-patch.js';
import { getReadOnlyMembers } from './read-only-members.js';
import { joinPointer } from './json-pointer.js';
import { toViolations } from './validators.js';

/** Deeper than any schema, but limited because class-transformer recurses. */
// control: a body has a limited depth
const MAX_DEPTH = 32;

const MISSING_BODY: Violation = { pointer: '', detail: 'must be a JSON object, but the body is missing' };
const optionalBodies = new WeakSet<object>();

/** Treats a request without a body as `{}`. Otherwise a forgotten body would reset all optional properties. */
export const BodyIsOptional = (): ClassDecorator => (schema) => void optionalBodies.add(schema);

const bodiesWithOwnPipe = new WeakSet<object>();

/** The global pipe leaves these bodies to a subclass of RequestBodyPipe, whose rules depend on settings or other services. */
export const HasOwnPipe = (): ClassDecorator => (schema) => void bodiesWithOwnPipe.add(schema);

/**
 * Converts a JSON body to an instance of its DTO class, whose schema is closed. The problem of an invalid body lists all its errors. Other
 * bodies have specific pipes.
 */
@Injectable()
export class RequestBodyPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      // control: a body has no unknown properties
      forbidNonWhitelisted: true,
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => createInvalidBodyProblem(toViolations(errors)),
    });
  }

  /** @throws Problem invalid-request */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (type !== 'body' || metatype === Array || metatype === Object || !this.validates(metatype!)) return value;
    const sent = value === undefined ? {} : value;
    if (!isObject(sent)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be a JSON object' }]);
    requireShallowBody(sent);
    const readOnly = getReadOnlyMembers(metatype);
    const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !readOnly.includes(name)));
    // control: a body has no properties that every JavaScript object has
    const violations = [...findHiddenViolations(body), ...this.findDependentViolations(body)];
    const request: unknown = await super.transform(body, metadata).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      violations.push(...(error.errors ?? []));
    });
    if (violations.length > 0) throw createInvalidBodyProblem(violations);
    if (value === undefined && !optionalBodies.has(metatype!)) throw createInvalidBodyProblem([MISSING_BODY]);
    return request;
  }

  protected validates(type: object): boolean {
    return !bodiesWithOwnPipe.has(type);
  }

  /** The errors by the rules of a subclass, for a body that may have other errors. */
  protected findDependentViolations(_body: JsonObject): Violation[] {
    return [];
  }

  // JSON has no binary values and no sparse arrays, so searching for them would only cost time.
  protected override findNestedBinaryValues(): [] {
    return [];
  }

  protected override closeArrayGaps(): void {}
}

/** @throws Problem invalid-request */
export function requireShallowBody(body: object): void {
  if (!isDeeperThan(body, MAX_DEPTH)) return;
  throw createInvalidBodyProblem([{ pointer: '', detail: `must not be nested deeper than ${MAX_DEPTH} levels` }]);
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}

/** Errors that validation would not see: ValidationPipe and class-transformer drop names that every JavaScript object or class has. */
function findHiddenViolations(value: unknown, pointer = ''): Violation[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = joinPointer(pointer, name);
    const isHidden = name in Object.prototype || name === 'prototype';
    return isHidden ? [{ pointer: at, detail: 'is not a property of this request' }] : findHiddenViolations(member, at);
  });
}
