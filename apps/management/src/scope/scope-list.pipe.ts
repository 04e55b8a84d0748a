import { Injectable, type PipeTransform } from '@nestjs/common';
import { createInvalidBodyProblem, Problem, type Violation } from '@latchkey/problem';
import { RequestBodyPipe } from '../http/request-body.pipe.js';
import { ScopeRequest } from './scope.dto.js';

const SCOPE = { type: 'body', metatype: ScopeRequest } as const;

/** Converts a body to a list of unique scopes. The problem of an invalid list contains all its errors. */
@Injectable()
export class ScopeListPipe implements PipeTransform {
  private readonly items = new RequestBodyPipe();

  /** @throws Problem invalid-request */
  async transform(body: unknown): Promise<ScopeRequest[]> {
    if (!Array.isArray(body)) throw createInvalidBodyProblem([{ pointer: '', detail: 'must be a JSON array' }]);
    const items = body.map((item: unknown) => (item === undefined ? null : item));
    const results = await Promise.allSettled(items.map((item) => this.items.transform(item, SCOPE)));
    const errors = [...results.flatMap(findItemViolations), ...findRepeatedScopes(items)];
    if (errors.length > 0) throw createInvalidBodyProblem(errors);
    return results.map((result) => (result as PromiseFulfilledResult<ScopeRequest>).value);
  }
}

function findItemViolations(result: PromiseSettledResult<unknown>, index: number): Violation[] {
  if (result.status === 'fulfilled') return [];
  const problem: unknown = result.reason;
  if (!(problem instanceof Problem)) throw problem;
  return (problem.errors ?? []).map(({ pointer, detail }) => ({ pointer: `/${index}${pointer}`, detail }));
}

function findRepeatedScopes(items: readonly unknown[]): Violation[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const scope = (item as Partial<ScopeRequest> | null)?.scope;
    const isRepeated = scope !== undefined && seen.has(scope);
    seen.add(scope);
    return isRepeated ? [{ pointer: `/${index}/scope`, detail: 'occurs more than once in this list' }] : [];
  });
}
