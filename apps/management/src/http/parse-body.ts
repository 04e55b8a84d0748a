import type { Type } from '@nestjs/common';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { isObject } from './merge-patch.js';
import { getReadOnlyMembers } from './read-only-members.js';
import { RequestBodyPipe } from './request-body.pipe.js';
import { joinPointer } from './json-pointer.js';

const pipe = new RequestBodyPipe();

/**
 * Validates a part of a body as the whole body of another operation.
 *
 * @param pipeOfType for a class with `@HasOwnPipe`
 *
 * @throws Problem invalid-request with all errors, also for members that only GET adds
 */
export async function parseBody<T>(type: Type<T>, value: unknown, pipeOfType: RequestBodyPipe = pipe): Promise<T> {
  const readOnly = isObject(value) ? getReadOnlyMembers(type).filter((name) => Object.hasOwn(value, name)) : [];
  if (readOnly.length > 0) {
    throw createInvalidBodyProblem(readOnly.map((name) => ({ pointer: joinPointer('', name), detail: 'is read-only: leave it out' })));
  }
  return (await pipeOfType.transform(value ?? null, { type: 'body', metatype: type })) as T;
}

/** Leaves out the members that are null, which mean the same as absent ones. */
export function omitNulls<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined)) as Partial<T>;
}
