import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The JSON that a receiver has sent; undefined without a body. A body of another type is refused before: see pages-http.ts. */
export const SentJson = createParamDecorator((_data: unknown, context: ExecutionContext): unknown => {
  return context.switchToHttp().getRequest<Request>().body;
});
