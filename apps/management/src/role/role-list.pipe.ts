import { Injectable, type PipeTransform } from '@nestjs/common';
import { createInvalidBodyProblem } from '@latchkey/problem';
import { IDENTIFIER_SCHEMA, findIdentifierViolation } from '../http/identifier.pipe.js';
import { findRepetition } from '../resource/scope-list-rules.js';

/** The number of roles that a user or a client has at most. */
const MAX_ROLES = 200;

/** For the OpenAPI document. */
export const ROLE_LIST_SCHEMA = {
  type: 'array' as const,
  items: { ...IDENTIFIER_SCHEMA, not: { enum: [...IDENTIFIER_SCHEMA.not.enum] }, example: 'clerk' },
  maxItems: MAX_ROLES,
  uniqueItems: true,
};

/** Requires a list of unique names of roles. */
@Injectable()
export class RoleListPipe implements PipeTransform<unknown, string[]> {
  /** @throws Problem invalid-request with all errors of the list */
  transform(body: unknown): string[] {
    if (!Array.isArray(body)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be a JSON array' }]);
    if (body.length > MAX_ROLES) throw createInvalidBodyProblem([{ pointer: '', detail: `must have at most ${MAX_ROLES} items` }]);
    const errors = body.flatMap((role: unknown, index) => {
      const detail = findIdentifierViolation(role) ?? findRepetition(body, index);
      return detail === null ? [] : [{ pointer: `/${index}`, detail }];
    });
    if (errors.length > 0) throw createInvalidBodyProblem(errors);
    return body as string[];
  }
}
