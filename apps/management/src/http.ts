import type { INestApplication } from '@nestjs/common';
import { requestEventOf } from '@latchkey/observability';
import { ProblemFilter } from '@latchkey/problem';
import type { Application, NextFunction, Request, Response } from 'express';
import { ApiKeyMiddleware } from './api-key/api-key.middleware.js';
import { databaseProblem } from './http/database-problem.js';
import { jsonBody } from './http/json-body.js';
import { methodNotAllowed } from './http/method-not-allowed.js';
import { RepresentationInterceptor } from './http/representation.interceptor.js';
import { RequestBodyPipe } from './http/request-body.pipe.js';
import { serveOpenApi } from './openapi/serve-openapi.js';

/** What every request to the management API goes through, in this order. Main and tests both call it. */
export function configureHttp(app: INestApplication, trustProxy: boolean | string[]): void {
  const express = app.getHttpAdapter().getInstance() as Application;
  express.disable('x-powered-by').disable('etag').set('trust proxy', trustProxy).set('case sensitive routing', true);
  app.use(noteRoute, refuseToBeStored);
  app.use('/v1', app.get(ApiKeyMiddleware).handler);
  app.use(methodNotAllowed(express));
  app.use(...jsonBody());
  app.useGlobalFilters(new ProblemFilter(requestEventOf, [databaseProblem]));
  app.useGlobalInterceptors(new RepresentationInterceptor());
  app.useGlobalPipes(new RequestBodyPipe());
  serveOpenApi(app);
}

/** The template of the address, as in the OpenAPI document, is known once the router has matched it. */
function noteRoute(request: Request, response: Response, next: NextFunction): void {
  response.once('finish', () => {
    const { route } = request as { route?: { path: string } };
    if (route) requestEventOf(response).route = route.path;
  });
  next();
}

function refuseToBeStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}
