import { Injectable, type ArgumentMetadata } from '@nestjs/common';
import type { AttributeFilter } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { createInvalidQueryProblem, RequestQueryPipe } from '../http/request-query.pipe.js';
import { isAttributeName, MAX_NAME_LENGTH } from '@latchkey/user';
import type { UserQueryRequest } from './user.dto.js';

const PREFIX = 'attribute.';
/** The maximum number of attributes in a query. */
export const MAX_ATTRIBUTE_FILTERS = 10;

/** Reads the query of a list of users. Any number of its parameters are `attribute.NAME`, up to a limit. */
@Injectable()
export class UserQueryPipe extends RequestQueryPipe {
  /** @throws Problem invalid-request */
  override async transform(value: object, metadata: ArgumentMetadata): Promise<UserQueryRequest> {
    const parameters = Object.entries(value);
    const filters = parameters.filter(([name]) => name.startsWith(PREFIX));
    const others = Object.fromEntries(parameters.filter(([name]) => !name.startsWith(PREFIX)));
    const violations = findFilterViolations(filters);
    const query = await super.transform(others, metadata).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      violations.push(...(error.errors ?? []));
    });
    if (violations.length > 0) throw createInvalidQueryProblem(violations);
    const attributes = Object.fromEntries(filters.map(([name, text]) => [name.slice(PREFIX.length), text])) as AttributeFilter;
    return Object.assign(query as UserQueryRequest, { attributes });
  }
}

function findFilterViolations(filters: readonly [string, unknown][]): Violation[] {
  const violations = filters.flatMap(([pointer, value]) => {
    const detail = findFilterViolation(pointer.slice(PREFIX.length), value);
    return detail === null ? [] : [{ pointer, detail }];
  });
  if (filters.length > MAX_ATTRIBUTE_FILTERS) {
    violations.push({ pointer: 'attribute', detail: `must occur at most ${MAX_ATTRIBUTE_FILTERS} times, not ${filters.length}` });
  }
  return violations;
}

function findFilterViolation(name: string, value: unknown): string | null {
  if (!isAttributeName(name)) return `must name an attribute in 1 to ${MAX_NAME_LENGTH} characters, such as attribute.department`;
  return typeof value === 'string' ? null : 'must occur only once';
}
