import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '@latchkey/crypto';
import { getRequestEvent } from '@latchkey/observability';
import { Problem, toProblem, type ProblemKind } from '@latchkey/problem';
import { findBodyViolation, hasBody, ignoreExpressFreshness } from '@latchkey/server';
import express, { type Application, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { RegistrationErrorFilter } from './client-registration/registration-error.filter.js';
import { RegistrationError } from './client-registration/registration.error.js';
import { toDatabaseProblem } from './database-problem.js';
import { findDotSegmentProblem } from './domain/dot-segment.js';
import { ServedDomainService } from './domain/served-domain.service.js';
import { methodNotAllowed } from './pages/http/method-not-allowed.js';
import { createFormSubmissionMiddleware } from './pages/http/form-submission.middleware.js';
import { FormSubmissionService } from './pages/http/form-submission.service.js';
import { answerOptions } from './protocol/cors.js';
import { isPublicDocument, isRegistration, PATHS } from './protocol/endpoints.js';
import { UnknownHostHandler } from './pages/http/unknown-host.handler.js';
import { ScimErrorFilter } from './scim/scim-error.filter.js';
import { isScimPath, MAX_BODY_BYTES, SCIM_BODY_TYPES, SCIM_ROOT } from './scim/scim-protocol.js';

/** The pages' forms are short; the attestation of a new passkey (WebAuthn section 6.5) can be longer. */
const MAX_FORM_SIZE = '16kb';
/** Base64 of the longest SAML response, percent-encoded. */
const MAX_SAML_FORM_SIZE = '160kb';
const SAML_FORM = /^\/connect\/federation\/[^/]+\/saml$/;
const MAX_JSON_SIZE = '64kb';
const MAX_FIELDS = 50;
const FORM_OR_JSON = ['application/x-www-form-urlencoded', 'application/json'];
const JSON_ONLY = ['application/json'];
/** The type of the error below. */
const NESTED_TOO_DEEP = 'json.nested-too-deep';
const BODY_PROBLEMS: readonly ProblemKind[] = ['malformed-json', 'content-too-large', 'unsupported-media-type'];
/** curl sends JSON as a form by default, which would turn a push stream into a poll stream. */
const SHARED_SIGNALS = '/ssf/';

/** Creates Express for the pages. Case-sensitive routing must be set before its router exists. */
export function createPagesAdapter(): ExpressAdapter {
  return new ExpressAdapter(express().set('case sensitive routing', true).set('strict routing', true));
}

/** The steps of every request to a page, in order. Main and tests both call it, before the application is initialized. */
export function configurePages(app: INestApplication): void {
  const application = app.getHttpAdapter().getInstance() as Application;
  application.disable('x-powered-by').disable('etag');
  app.use(recordRoute, setNoStore, ignoreExpressFreshness);
  app.use(app.get(ServedDomainService).middleware(app.get(UnknownHostHandler)));
  app.use(refuseDotSegments, answerPreflight, methodNotAllowed(application), describeBodyErrors(refuseUnreadableBody));
  app.use(SAML_FORM, express.urlencoded({ extended: false, limit: MAX_SAML_FORM_SIZE, parameterLimit: MAX_FIELDS, inflate: false }));
  app.use(express.urlencoded({ extended: false, limit: MAX_FORM_SIZE, parameterLimit: MAX_FIELDS, inflate: false }));
  app.use(SCIM_ROOT, express.json({ type: SCIM_BODY_TYPES, limit: MAX_BODY_BYTES, inflate: false, verify: refuseDeepJson }));
  app.use(describeBodyErrors(express.json({ limit: MAX_JSON_SIZE, inflate: false, verify: refuseDeepJson })));
  app.use(createFormSubmissionMiddleware(app.get(FormSubmissionService)));
  app.useGlobalFilters(new ScimErrorFilter([toDatabaseProblem, getUrlProblem, getBodyProblem]), new RegistrationErrorFilter());
}

/** The router sets the route's path once it has matched. */
function recordRoute(request: Request, response: Response, next: NextFunction): void {
  response.once('finish', () => {
    const { route } = request as { route?: { path: string } };
    if (route) getRequestEvent(response).route = route.path;
  });
  next();
}

function setNoStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

function refuseDotSegments({ path }: Request, _response: Response, next: NextFunction): void {
  const problem = findDotSegmentProblem(path);
  if (problem) throw problem;
  next();
}

/** Only public documents and registrations among these paths allow other origins. */
function answerPreflight(request: Request, response: Response, next: NextFunction): void {
  const { method, path } = request;
  if (method === 'OPTIONS' && isPublicDocument(path)) answerOptions(request, response, 'GET, HEAD');
  else if (method === 'OPTIONS' && isRegistration(path))
    answerOptions(request, response, path === PATHS.registration ? 'POST' : 'GET, HEAD, PUT, DELETE');
  else next();
}

/** The parsers below would skip such a body, and the request would seem to lack its parameters. */
function refuseUnreadableBody(request: Request, _response: Response, next: NextFunction): void {
  const violation = hasBody(request) ? findBodyViolation(request, listBodyTypes(request.path)) : null;
  next(violation ? new Problem('unsupported-media-type', violation.detail, { headers: violation.headers }) : undefined);
}

function listBodyTypes(path: string): readonly string[] {
  if (isScimPath(path)) return SCIM_BODY_TYPES;
  return path.startsWith(SHARED_SIGNALS) || isRegistration(path) ? JSON_ONLY : FORM_OR_JSON;
}

/** Runs before the body is parsed. body-parser sets the status of this error, so it must not be a Problem, whose status is read-only. */
function refuseDeepJson(_request: unknown, _response: unknown, body: Buffer): void {
  if (isNestedTooDeep(body.toString('latin1'))) throw Object.assign(new Error('JSON is nested too deep'), { type: NESTED_TOO_DEEP });
}

/** A registration whose body cannot be read is refused like one whose metadata is invalid: RFC 7591 section 3.2.2. */
function describeBodyErrors(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isRefused = (error: unknown) => error !== undefined && isRegistration(request.path);
    void handler(request, response, (error?: unknown) => next(isRefused(error) ? toRegistrationError(error) : error));
  };
}

function toRegistrationError(error: unknown): unknown {
  const { kind, detail } = toProblem(error, [getBodyProblem]);
  return BODY_PROBLEMS.includes(kind) ? new RegistrationError('invalid_client_metadata', detail) : error;
}

function getUrlProblem(error: unknown): Problem | null {
  const isUnmatched = !(error instanceof Problem) && toProblem(error, []).kind === 'not-found';
  return isUnmatched ? new Problem('not-found', 'There is nothing at this address.') : null;
}

function getBodyProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return null;
  if (isTooDeep(error)) return new Problem('malformed-json', `JSON must not be nested deeper than ${MAX_JSON_DEPTH} levels.`);
  const { kind } = toProblem(error, []);
  if (kind === 'content-too-large')
    return new Problem(kind, `A form must not exceed ${MAX_FORM_SIZE}, JSON must not exceed ${MAX_JSON_SIZE}.`);
  if (kind === 'unsupported-media-type') return new Problem(kind, 'Send the body as a form or as application/json, without compression.');
  return null;
}

/** Nest may wrap the errors of body parsers; the original error is then their cause. */
function isTooDeep(error: unknown): boolean {
  const { type, cause } = error as { type?: unknown; cause?: { type?: unknown } };
  return type === NESTED_TOO_DEEP || cause?.type === NESTED_TOO_DEEP;
}
