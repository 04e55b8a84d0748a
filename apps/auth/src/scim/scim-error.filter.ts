import { Catch, type ArgumentsHost } from '@nestjs/common';
import { getRequestEvent } from '@latchkey/observability';
import type { ProblemTranslator } from '@latchkey/problem';
import type { Request, Response } from 'express';
import { UnhandledErrorFilter } from '../pages/http/unhandled-error.filter.js';
import { isScimPath, SCIM_ERROR, SCIM_MEDIA_TYPE } from './scim-protocol.js';
import { toScimError } from './to-scim-error.js';

/** Renders every error below the SCIM endpoint as RFC 7644 section 3.12 says, those of unknown paths and unreadable bodies too. */
@Catch()
export class ScimErrorFilter extends UnhandledErrorFilter {
  constructor(private readonly scimTranslators: readonly ProblemTranslator[]) {
    super(scimTranslators);
  }

  override catch(...thrown: [error: unknown, host: ArgumentsHost]): void {
    const [error, host] = thrown;
    const http = host.switchToHttp();
    if (!isScimPath(http.getRequest<Request>().path)) return super.catch(...thrown);
    const response = http.getResponse<Response>();
    const { status, detail, scimType, headers } = toScimError(error, this.scimTranslators);
    getRequestEvent(response).problem = scimType ?? String(status);
    const body = { schemas: [SCIM_ERROR], status: String(status), ...(scimType && { scimType }), detail };
    response.status(status).set(headers).type(SCIM_MEDIA_TYPE).send(JSON.stringify(body));
  }
}
