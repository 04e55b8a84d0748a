import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { Response } from 'express';
import { RegistrationError } from './registration.error.js';

/** Renders errors as RFC 7591 section 3.2.2 does. */
@Catch(RegistrationError)
export class RegistrationErrorFilter implements ExceptionFilter<RegistrationError> {
  catch(error: RegistrationError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    getRequestEvent(response).problem = error.code;
    response.status(error.status).set(error.headers).json({ error: error.code, error_description: error.description });
  }
}
