import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { requestEventOf } from '@latchkey/observability';
import { Problem, toProblem } from '@latchkey/problem';
import express, { type Application, type NextFunction, type Request, type Response } from 'express';
import { databaseProblem } from './database-problem.js';
import { dotSegmentProblem } from './domain/dot-segment.js';
import type { TrustsPeer } from './domain/host.js';
import { ServedDomains } from './domain/served-domain.js';
import { methodNotAllowed } from './pages/http/method-not-allowed.js';
import { OutageFilter } from './pages/http/outage.filter.js';

/** Forms of ours are short; what an authenticator says of a new passkey (WebAuthn section 6.5) may be longer. */
const LONGEST_FORM = '16kb';
const LONGEST_JSON = '64kb';
const MOST_FIELDS = 50;

/** Express on which the pages are built. How addresses are compared has to be said before its router is made. */
export function createPagesAdapter(): ExpressAdapter {
  return new ExpressAdapter(express().set('case sensitive routing', true).set('strict routing', true));
}

/** What every request to a page goes through, in this order. Main and tests both call it, before the application is initialized. */
export function configurePages(app: INestApplication, trustsPeer: TrustsPeer): void {
  const application = app.getHttpAdapter().getInstance() as Application;
  application.disable('x-powered-by').disable('etag');
  app.use(noteRoute, refuseToBeStored);
  app.use(app.get(ServedDomains).middleware(trustsPeer));
  app.use(refuseDotSegments, methodNotAllowed(application));
  app.use(express.urlencoded({ extended: false, limit: LONGEST_FORM, parameterLimit: MOST_FIELDS, inflate: false }));
  app.use(express.json({ limit: LONGEST_JSON, inflate: false }));
  app.useGlobalFilters(new OutageFilter([databaseProblem, addressProblem, bodyProblem]));
}

/** The template of the address is known once the router has matched it. */
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

function refuseDotSegments({ path }: Request, _response: Response, next: NextFunction): void {
  const problem = dotSegmentProblem(path);
  if (problem) throw problem;
  next();
}

function addressProblem(error: unknown): Problem | null {
  const isUnmatched = !(error instanceof Problem) && toProblem(error, []).kind === 'not-found';
  return isUnmatched ? new Problem('not-found', 'There is nothing at this address.') : null;
}

function bodyProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return null;
  const { kind } = toProblem(error, []);
  if (kind === 'content-too-large') return new Problem(kind, `A form may have at most ${LONGEST_FORM}, JSON at most ${LONGEST_JSON}.`);
  if (kind === 'unsupported-media-type') return new Problem(kind, 'Send the body as a form or as application/json, without compression.');
  return null;
}
