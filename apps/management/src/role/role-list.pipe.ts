import { Injectable, type PipeTransform } from '@nestjs/common';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { MAX_ROLES_OF_ONE } from '@latchkey/user';
import { checkBody, type CheckedBody } from '../http/checked-body.js';
import { IDENTIFIER_SCHEMA, findIdentifierViolation } from '../http/identifier.pipe.js';
import { findRepetition } from '../resource/scope-list-rules.js';

/** For the OpenAPI document. */
export const ROLE_LIST_SCHEMA = {
  type: 'array' as const,
  items: { ...IDENTIFIER_SCHEMA, not: { enum: [...IDENTIFIER_SCHEMA.not.enum] }, example: 'clerk' },
  maxItems: MAX_ROLES_OF_ONE,
  uniqueItems: true,
};

/** Validates a list of unique names of roles, but leaves its errors to the service. */
@Injectable()
export class RoleListPipe implements PipeTransform<unknown, Promise<CheckedBody<string[]>>> {
  transform(body: unknown): Promise<CheckedBody<string[]>> {
    return checkBody(body, parseRoleList);
  }
}

/** @throws Problem invalid-request with all errors of the list */
export function parseRoleList(body: unknown): string[] {
  if (!Array.isArray(body)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be a JSON array' }]);
  if (body.length > MAX_ROLES_OF_ONE)
    throw createInvalidBodyProblem([{ pointer: '', detail: `must have at most ${MAX_ROLES_OF_ONE} items` }]);
  const errors = body.flatMap((role: unknown, index) => {
    const detail = findIdentifierViolation(role) ?? findRepetition(body, index);
    return detail === null ? [] : [{ pointer: `/${index}`, detail }];
  });
  if (errors.length > 0) throw createInvalidBodyProblem(errors);
  return body as string[];
}
