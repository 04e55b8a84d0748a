import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { SsfError } from './ssf.error.js';

/**
 * The JSON that a receiver has sent; undefined without a body. A form is refused, because curl sends JSON as one unless told otherwise: a push stream
 * would become one that is polled.
 *
 * @throws SsfError invalid_request for a body of another media type
 */
export const SentJson = createParamDecorator((_data: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<Request>();
  const isOther = request.headers['content-length'] !== '0' && request.is('application/json') === false;
  if (isOther) throw new SsfError('invalid_request', 'Send a JSON object as application/json.');
  return request.body;
});
