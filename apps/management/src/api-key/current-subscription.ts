import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { getApiKey } from './api-key.middleware.js';

/** The id of the subscription whose API key the request bears. */
export const CurrentSubscription = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => getApiKey(context.switchToHttp().getRequest<Request>()).subscriptionId,
);
