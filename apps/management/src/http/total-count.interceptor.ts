import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { ResponseBody } from './response-body.js';

const TOTAL_COUNT_HEADER = {
  'X-Total-Count': { description: 'The total number of items: the list is complete.', schema: { type: 'integer' } },
} as const;

@Injectable()
class TotalCountInterceptor implements NestInterceptor<unknown[]> {
  intercept(context: ExecutionContext, next: CallHandler<unknown[]>): Observable<unknown[]> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap((list) => response.setHeader('X-Total-Count', list.length)));
  }
}

/** The response is a complete list without pages, with its length in a header. */
export function UnpagedList(item: Type): MethodDecorator {
  return applyDecorators(ResponseBody(item, { isArray: true, headers: TOTAL_COUNT_HEADER }), UseInterceptors(TotalCountInterceptor));
}
