import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { getApiKey } from './api-key.middleware.js';

/** The id of the subscription of the request's API key. */
export const CurrentSubscription = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => getApiKey(context.switchToHttp().getRequest<Request>()).subscriptionId,
);
