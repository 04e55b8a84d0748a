import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { ManagementSettings, TrustedProxies } from '@latchkey/config';
import { getRequestEvent } from '@latchkey/observability';
import { DomainFrozenError, isDatabaseOutage } from '@latchkey/persistence';
import { createOutageTranslator, Problem, ProblemFilter } from '@latchkey/problem';
import { createMethodNotAllowedHandler, ignoreExpressFreshness } from '@latchkey/server';
import express, { type Application, type NextFunction, type Request, type Response } from 'express';
import { AuthenticationMiddleware } from './authentication/authentication.middleware.js';
import { PermissionGuard } from './caller/permission.guard.js';
import { CONSOLE_PATHS } from './console/console-client.js';
import { serveConsole } from './console/serve-console.js';
import { createLargeConfigurationReader } from './configuration/large-configuration-reader.js';
import { WriteLimitInterceptor } from './domain/write-limit.interceptor.js';
import { DotSegmentGuard } from './http/dot-segment.guard.js';
import { createJsonBodyParser } from './http/json-body.js';
import { EntityTagInterceptor } from './http/conditional-request.js';
import { ContentNegotiationInterceptor } from './http/content-negotiation.interceptor.js';
import { RequestBodyPipe } from './http/request-body.pipe.js';
import { UnknownQueryGuard } from './http/unknown-query.guard.js';
import { ResponseSerializerInterceptor } from './http/response-body.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { ActorInterceptor } from './audit-event/actor.interceptor.js';
import { toDeletedSubscriptionProblem } from './subscription/deleted-subscription.js';
import { toQuotaProblem } from './subscription/quota-problem.js';
import { serveOpenApi } from './openapi/serve-openapi.js';
import { RateLimitMiddleware } from './rate-limit/rate-limit.middleware.js';
import { SETTINGS } from './settings/settings.module.js';

const toDatabaseProblem = createOutageTranslator(
  isDatabaseOutage,
  'The database is unavailable. The request may have completed; try again shortly.',
);

const toFrozenProblem = createOutageTranslator(
  (error) => error instanceof DomainFrozenError,
  'The domain takes no changes, because it is frozen for a move to another installation. Nothing was changed; try again shortly.',
);

/** The adapter for NestFactory. Case-sensitive routing must be set before its router is created. */
export function createHttpAdapter(): ExpressAdapter {
  return new ExpressAdapter(express().set('case sensitive routing', true));
}

/** The steps of every request to the management API, in order. Both the main program and tests call it. */
export function configureHttp(app: INestApplication, trustProxy: TrustedProxies): void {
  const application = app.getHttpAdapter().getInstance() as Application;
  application.disable('x-powered-by').disable('etag').set('trust proxy', trustProxy);
  app.use(recordRoute, setNoStore, ignoreExpressFreshness);
  const settings = app.get<ManagementSettings>(SETTINGS);
  if (settings.CONSOLE === 'on') app.use(CONSOLE_PATHS.home, serveConsole(settings));
  app.use('/v1', app.get(AuthenticationMiddleware).handler, app.get(RateLimitMiddleware).handler);
  app.use(refuseTrailingSlash, refuseUndecodablePath, createMethodNotAllowedHandler(application));
  app.use(...createJsonBodyParser(createLargeConfigurationReader));
  app.useGlobalFilters(
    new ProblemFilter(getRequestEvent, [toDatabaseProblem, toFrozenProblem, toQuotaProblem, toDeletedSubscriptionProblem]),
  );
  app.useGlobalGuards(new DotSegmentGuard(), new UnknownQueryGuard(), new PermissionGuard(app.get(Reflector)));
  app.useGlobalInterceptors(
    new ActorInterceptor(),
    new ContentNegotiationInterceptor(app.get(Reflector)),
    // Precedes the next interceptor, whose transaction holds a connection.
    app.get(WriteLimitInterceptor),
    app.get(IdempotencyInterceptor),
    new EntityTagInterceptor(app.get(Reflector)),
    new ResponseSerializerInterceptor(app.get(Reflector)),
  );
  app.useGlobalPipes(new RequestBodyPipe());
  serveOpenApi(app);
}

/** Once the router has matched a route, it sets the path template, as in the OpenAPI document. */
function recordRoute(request: Request, response: Response, next: NextFunction): void {
  response.once('finish', () => {
    const { route } = request as { route?: { path: string } };
    if (route) getRequestEvent(response).route = route.path;
  });
  next();
}

/**
 * HTTP clients send `DELETE /v1/domain/{domain}/client/..` as `DELETE /v1/domain/{domain}/`, which must not delete the domain. Strict
 * routing is not enough, because middleware such as that of /docs accepts both forms.
 */
function refuseTrailingSlash({ path }: Request, _response: Response, next: NextFunction): void {
  if (path === '/' || !path.endsWith('/')) return next();
  throw new Problem('not-found', 'No operation has this path: it ends with a slash. The list of operations is at /docs.');
}

/** Invalid UTF-8 would be decoded as U+FFFD, and match other data than the caller intended. The router decodes paths. */
function refuseUndecodablePath({ originalUrl }: Request, _response: Response, next: NextFunction): void {
  const [, query] = /\?(.*)/.exec(originalUrl) ?? [];
  if (query !== undefined) decodeURIComponent(query);
  next();
}

function setNoStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}
