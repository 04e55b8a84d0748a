import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem, type Fault } from '@latchkey/problem';
import { parseRequest } from '../http/request-body.pipe.js';
import { ScopeRequest } from './scope.dto.js';

/** Turns a body into a list of scopes, none of them twice; a list with any fault is refused with all of them. */
@Injectable()
export class ScopeListPipe implements PipeTransform {
  async transform(body: unknown): Promise<ScopeRequest[]> {
    if (!Array.isArray(body)) throw createInvalidRequestProblem([{ pointer: '', detail: 'must be a JSON array' }]);
    const items = await Promise.all(body.map((item: unknown, index) => parseRequest(ScopeRequest, item, `/${index}`)));
    const errors = [...items.flatMap((item) => item.faults), ...findRepeatedScopes(items.map((item) => item.request))];
    if (errors.length > 0) throw createInvalidRequestProblem(errors);
    return items.map((item) => item.request);
  }
}

function findRepeatedScopes(requests: readonly ScopeRequest[]): Fault[] {
  const seen = new Set<string>();
  return requests.flatMap(({ scope }, index) => {
    const isRepeated = seen.has(scope);
    seen.add(scope);
    return isRepeated && scope !== undefined ? [{ pointer: `/${index}/scope`, detail: 'stands here more than once' }] : [];
  });
}

function createInvalidRequestProblem(errors: readonly Fault[]): Problem {
  return new Problem('invalid-request', 'The body has faults; nothing was changed. Each is listed in errors.', { errors });
}
