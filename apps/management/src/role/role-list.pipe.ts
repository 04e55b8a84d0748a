import { Injectable, type PipeTransform } from '@nestjs/common';
import { createInvalidBodyProblem, type Violation } from '@latchkey/problem';
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
  const errors = findRoleListViolations(body);
  if (errors.length > 0) throw createInvalidBodyProblem(errors);
  return body as string[];
}

export function findRoleListViolations(list: unknown): Violation[] {
  if (!Array.isArray(list)) return [{ pointer: '', detail: 'must be a JSON array' }];
  if (list.length > MAX_ROLES_OF_ONE) return [{ pointer: '', detail: `must have at most ${MAX_ROLES_OF_ONE} items` }];
  return list.flatMap((role: unknown, index) => {
    const detail = findIdentifierViolation(role) ?? findRepetition(list, index);
    return detail === null ? [] : [{ pointer: `/${index}`, detail }];
  });
}
