import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Response } from 'express';
import { ClientTokenError } from '../client-token/client-token.error.js';
import { SsfError } from './ssf.error.js';

/** Renders errors as JSON with `error` and `error_description`, as in OAuth. */
@Catch(SsfError, ClientTokenError)
export class SsfErrorFilter implements ExceptionFilter<SsfError | ClientTokenError> {
  catch(error: SsfError | ClientTokenError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    getRequestEvent(response).problem = error.code;
    response.status(error.status).set(error.headers).json({ error: error.code, error_description: error.description });
  }
}
